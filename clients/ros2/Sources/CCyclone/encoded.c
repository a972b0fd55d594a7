// A type of Cyclone whose samples are already encoded. No description of the type (IDL) is needed, and none is
// announced: participants of ROS match types by name, and compare the hash in the user data.
#include "encoded.h"

#include <dds/ddsi/ddsi_serdata.h>
#include <dds/ddsrt/heap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct encoded {
  struct ddsi_serdata base;
  size_t count;
  // The message, then zeros up to a multiple of 4, which the wire wants.
  uint8_t bytes[];
};

static size_t padded(size_t count) { return (count + 3) & ~(size_t)3; }

// Topics without a key have one instance.
static bool key_equal(const struct ddsi_serdata *a, const struct ddsi_serdata *b) {
  (void)a, (void)b;
  return true;
}

static uint32_t size(const struct ddsi_serdata *data) {
  return (uint32_t)padded(((const struct encoded *)data)->count);
}

static struct encoded *make(const struct ddsi_sertype *type, enum ddsi_serdata_kind kind, size_t count) {
  struct encoded *made = calloc(1, sizeof *made + padded(count));
  if (!made) return NULL;
  ddsi_serdata_init(&made->base, type, kind);
  made->base.hash = type->serdata_basehash;
  made->count = count;
  return made;
}

// Samples come from the network to readers only, of which there are none.
static struct ddsi_serdata *from_network(const struct ddsi_sertype *type, enum ddsi_serdata_kind kind,
                                         const struct nn_rdata *fragments, size_t count) {
  (void)type, (void)kind, (void)fragments, (void)count;
  return NULL;
}

static struct ddsi_serdata *from_parts(const struct ddsi_sertype *type, enum ddsi_serdata_kind kind,
                                       ddsrt_msg_iovlen_t count, const ddsrt_iovec_t *parts, size_t total) {
  (void)type, (void)kind, (void)count, (void)parts, (void)total;
  return NULL;
}

static struct ddsi_serdata *from_key(const struct ddsi_sertype *type, const struct ddsi_keyhash *hash) {
  (void)hash;
  struct encoded *made = make(type, SDK_KEY, 0);
  return made ? &made->base : NULL;
}

static struct ddsi_serdata *from_sample(const struct ddsi_sertype *type, enum ddsi_serdata_kind kind,
                                        const void *sample) {
  const struct encoded_sample *given = sample;
  const size_t count = kind == SDK_DATA ? given->count : 0;
  struct encoded *made = make(type, kind, count);
  if (!made) return NULL;
  if (count) memcpy(made->bytes, given->bytes, count);
  return &made->base;
}

static void copy(const struct ddsi_serdata *data, size_t offset, size_t count, void *target) {
  memcpy(target, ((const struct encoded *)data)->bytes + offset, count);
}

static struct ddsi_serdata *lend(const struct ddsi_serdata *data, size_t offset, size_t count, ddsrt_iovec_t *target) {
  target->iov_base = (void *)(((const struct encoded *)data)->bytes + offset);
  target->iov_len = count;
  return ddsi_serdata_ref(data);
}

static void take_back(struct ddsi_serdata *data, const ddsrt_iovec_t *lent) {
  (void)lent;
  ddsi_serdata_unref(data);
}

static bool to_sample(const struct ddsi_serdata *data, void *sample, void **next, void *end) {
  (void)data, (void)sample, (void)next, (void)end;
  return false;
}

static struct ddsi_serdata *to_key(const struct ddsi_serdata *data) {
  struct encoded *made = make(data->type, SDK_KEY, 0);
  if (!made) return NULL;
  made->base.type = NULL;
  return &made->base;
}

static bool key_to_sample(const struct ddsi_sertype *type, const struct ddsi_serdata *data, void *sample, void **next,
                          void *end) {
  (void)type;
  return to_sample(data, sample, next, end);
}

static void release(struct ddsi_serdata *data) { free(data); }

static size_t print(const struct ddsi_sertype *type, const struct ddsi_serdata *data, char *text, size_t count) {
  (void)data;
  return (size_t)snprintf(text, count, "%s", type->type_name);
}

static void key_hash(const struct ddsi_serdata *data, struct ddsi_keyhash *hash, bool force_md5) {
  (void)data, (void)force_md5;
  memset(hash, 0, sizeof *hash);
}

static const struct ddsi_serdata_ops data_operations = {
    .eqkey = key_equal,
    .get_size = size,
    .from_ser = from_network,
    .from_ser_iov = from_parts,
    .from_keyhash = from_key,
    .from_sample = from_sample,
    .to_ser = copy,
    .to_ser_ref = lend,
    .to_ser_unref = take_back,
    .to_sample = to_sample,
    .to_untyped = to_key,
    .untyped_to_sample = key_to_sample,
    .free = release,
    .print = print,
    .get_keyhash = key_hash,
};

static void release_type(struct ddsi_sertype *type) {
  ddsi_sertype_fini(type);
  ddsrt_free(type);
}

// Types with one name are the same: they have no other property.
static bool type_equal(const struct ddsi_sertype *a, const struct ddsi_sertype *b) {
  (void)a, (void)b;
  return true;
}

static uint32_t type_hash(const struct ddsi_sertype *type) {
  (void)type;
  return 0;
}

// No sample is ever made for a reader.
static void zero_samples(const struct ddsi_sertype *type, void *samples, size_t count) {
  (void)type, (void)samples, (void)count;
}

static void make_samples(void **pointers, const struct ddsi_sertype *type, void *old, size_t old_count, size_t count) {
  (void)type, (void)old, (void)old_count;
  for (size_t i = 0; i < count; i++) pointers[i] = NULL;
}

static void free_samples(const struct ddsi_sertype *type, void **pointers, size_t count, dds_free_op_t operation) {
  (void)type, (void)pointers, (void)count, (void)operation;
}

static struct ddsi_sertype *derive(const struct ddsi_sertype *type, dds_data_representation_id_t representation,
                                   dds_type_consistency_enforcement_qospolicy_t consistency) {
  (void)representation, (void)consistency;
  return (struct ddsi_sertype *)type;
}

// Used only if a configuration turns shared memory on.
static size_t encoded_size(const struct ddsi_sertype *type, const void *sample) {
  (void)type;
  return padded(((const struct encoded_sample *)sample)->count);
}

static bool encode_into(const struct ddsi_sertype *type, const void *sample, void *target, size_t count) {
  (void)type;
  const struct encoded_sample *given = sample;
  if (count < given->count) return false;
  memcpy(target, given->bytes, given->count);
  memset((char *)target + given->count, 0, count - given->count);
  return true;
}

static const struct ddsi_sertype_ops type_operations = {
    .version = ddsi_sertype_v0,
    .arg = NULL,
    .free = release_type,
    .zero_samples = zero_samples,
    .realloc_samples = make_samples,
    .free_samples = free_samples,
    .equal = type_equal,
    .hash = type_hash,
    .derive_sertype = derive,
    .get_serialized_size = encoded_size,
    .serialize_into = encode_into,
};

struct ddsi_sertype *encoded_type(const char *name) {
  struct ddsi_sertype *type = ddsrt_malloc(sizeof *type);
  ddsi_sertype_init(type, name, &type_operations, &data_operations, true);
  type->allowed_data_representation = DDS_DATA_REPRESENTATION_FLAG_XCDR1;
  return type;
}
