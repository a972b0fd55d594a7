#ifndef HEADINGD_ENCODED_H
#define HEADINGD_ENCODED_H

#include <dds/dds.h>
#include <dds/ddsi/ddsi_sertype.h>

// What dds_write() takes for such a type.
struct encoded_sample {
  const uint8_t *bytes;
  size_t count;
};

// Makes the type of a name.
struct ddsi_sertype *encoded_type(const char *name);

#endif
