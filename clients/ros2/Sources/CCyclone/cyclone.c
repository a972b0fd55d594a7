#include "include/cyclone.h"

#include <string.h>

#include "encoded.h"

int32_t cyclone_domain(uint32_t identifier, const char *configuration) {
  return dds_create_domain(identifier, configuration);
}

int32_t cyclone_participant(uint32_t domain, const char *user_data) {
  dds_qos_t *quality = dds_create_qos();
  dds_qset_userdata(quality, user_data, strlen(user_data));
  const dds_entity_t made = dds_create_participant(domain, quality, NULL);
  dds_delete_qos(quality);
  return made;
}

int32_t cyclone_writer(int32_t participant, const char *topic, const char *type, const char *user_data,
                       struct cyclone_quality quality) {
  dds_qos_t *qos = dds_create_qos();
  dds_qset_history(qos, DDS_HISTORY_KEEP_LAST, quality.depth);
  // rmw's time for a reliable writer to wait for a slow reader; with a limited history it does not wait.
  dds_qset_reliability(qos, quality.reliable ? DDS_RELIABILITY_RELIABLE : DDS_RELIABILITY_BEST_EFFORT, DDS_MSECS(100));
  dds_qset_durability(qos, quality.transient_local ? DDS_DURABILITY_TRANSIENT_LOCAL : DDS_DURABILITY_VOLATILE);
  if (quality.transient_local)
    dds_qset_durability_service(qos, 0, DDS_HISTORY_KEEP_LAST, quality.depth, DDS_LENGTH_UNLIMITED,
                                DDS_LENGTH_UNLIMITED, DDS_LENGTH_UNLIMITED);
  // rmw leaves the disposing of instances to itself; without a key there is nothing to dispose of.
  dds_qset_writer_data_lifecycle(qos, false);
  dds_data_representation_id_t representation = DDS_DATA_REPRESENTATION_XCDR1;
  dds_qset_data_representation(qos, 1, &representation);
  if (*user_data) dds_qset_userdata(qos, user_data, strlen(user_data));
  struct ddsi_sertype *made = encoded_type(type);
  dds_entity_t result = dds_create_topic_sertype(participant, topic, &made, NULL, NULL, NULL);
  if (result < 0)
    ddsi_sertype_unref(made);
  else
    result = dds_create_writer(participant, result, qos, NULL);
  dds_delete_qos(qos);
  return result;
}

int32_t cyclone_write(int32_t writer, const uint8_t *bytes, size_t count) {
  const struct encoded_sample sample = {bytes, count};
  return dds_write(writer, &sample);
}

int32_t cyclone_identity(int32_t entity, uint8_t bytes[16]) {
  dds_guid_t guid;
  const dds_return_t result = dds_get_guid(entity, &guid);
  if (result >= 0) memcpy(bytes, guid.v, 16);
  return result;
}

int32_t cyclone_delete(int32_t entity) { return dds_delete(entity); }

const char *cyclone_reason(int32_t code) { return dds_strretcode(code); }

static void (*taker)(const char *line);

static void sink(void *unused, const dds_log_data_t *line) {
  (void)unused;
  taker(line->message);
}

void cyclone_log(void (*take)(const char *line)) {
  taker = take;
  dds_set_log_mask(DDS_LC_FATAL | DDS_LC_ERROR | DDS_LC_WARNING);
  dds_set_log_sink(sink, NULL);
}
