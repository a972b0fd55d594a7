/* In place of wasi-libc's, which would import the host's random numbers and, for its assertions, its files: the seeds of hash
 * tables whose keys are the library's own are no secret, and every run is the same. */
#include <stddef.h>

void arc4random_buf(void *bytes, size_t size) {
  unsigned char *byte = bytes;
  while (size--) *byte++ = 0x5a;
}
