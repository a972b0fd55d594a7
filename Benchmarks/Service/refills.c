// Preloaded into headingd: records when each refill of a gyroscope's buffer returned, in a file that the
// reader also maps. $REFILLS names the file.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <iio.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static const struct iio_buffer *gyroscope;
static _Atomic long long *moment;

__attribute__((constructor)) static void map(void) {
  const char *path = getenv("REFILLS");
  if (!path) return;
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ftruncate(file, 4096) != 0) return;
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory != MAP_FAILED) moment = memory;
  close(file);
}

struct iio_buffer *iio_device_create_buffer(const struct iio_device *device, size_t count, bool cyclic) {
  static struct iio_buffer *(*next)(const struct iio_device *, size_t, bool);
  if (!next) next = dlsym(RTLD_NEXT, "iio_device_create_buffer");
  struct iio_buffer *buffer = next(device, count, cyclic);
  const char *name = iio_device_get_name(device);
  if (buffer && name && strstr(name, "gyro")) gyroscope = buffer;
  return buffer;
}

ssize_t iio_buffer_refill(struct iio_buffer *buffer) {
  static ssize_t (*next)(struct iio_buffer *);
  if (!next) next = dlsym(RTLD_NEXT, "iio_buffer_refill");
  ssize_t result = next(buffer);
  if (result > 0 && buffer == gyroscope && moment) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    atomic_store(moment, now.tv_sec * 1000000000LL + now.tv_nsec);
  }
  return result;
}
