// What the programs need of Eclipse Cyclone DDS: a participant, and writers of messages that are already encoded.
#ifndef HEADINGD_CYCLONE_H
#define HEADINGD_CYCLONE_H

#include <stddef.h>
#include <stdint.h>

// Quality of service of a writer; the rest is DDS's default, as rmw leaves it.
struct cyclone_quality {
  // Samples kept for a slow or late reader.
  int32_t depth;
  // Lost samples are sent again.
  uint8_t reliable;
  // A late reader gets the kept samples.
  uint8_t transient_local;
};

// Every function that may fail returns a number below 0, a code for cyclone_reason(). Handles are numbers above 0.

// Joins a domain with a configuration in Cyclone's XML, or a list of files as in $CYCLONEDDS_URI.
int32_t cyclone_domain(uint32_t identifier, const char *configuration);

// Makes a participant of a domain that was joined, with user data.
int32_t cyclone_participant(uint32_t domain, const char *user_data);

// Makes a writer of a topic. Type name and user data are seen by every participant.
int32_t cyclone_writer(int32_t participant, const char *topic, const char *type, const char *user_data,
                       struct cyclone_quality quality);

// Publishes a message: CDR with its encapsulation header. The bytes are copied.
int32_t cyclone_write(int32_t writer, const uint8_t *bytes, size_t count);

// The 16 bytes that name an entity in its domain.
int32_t cyclone_identity(int32_t entity, uint8_t bytes[16]);

// Deletes an entity with all below it.
int32_t cyclone_delete(int32_t entity);

// What a code means.
const char *cyclone_reason(int32_t code);

// Hands lines of Cyclone's own log, errors and warnings, to a function, from any thread.
void cyclone_log(void (*take)(const char *line));

#endif
