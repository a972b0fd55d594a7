/* What Embedded Swift needs of C and newlib does not have. Weak: a firmware with an allocator of its own defines its own.
 *
 * Memory is taken at creation of a handle, at the first use of the magnetic model and for a fit. Without memory the
 * library aborts: __builtin_trap(), on a Cortex-M the fault handler. */
#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>

__attribute__((weak)) int posix_memalign(void **pointer, size_t alignment, size_t size) {
  /* Newlib's malloc aligns to 8, which is all that a double needs. */
  void *memory = alignment <= 8 ? malloc(size) : memalign(alignment, size);
  if (!memory) return ENOMEM;
  *pointer = memory;
  return 0;
}

__attribute__((weak)) void arc4random_buf(void *bytes, size_t size) {
  /* Seeds of hash tables whose keys are the library's own: no secret, so that every run is the same. */
  unsigned char *byte = bytes;
  while (size--) *byte++ = 0x5a;
}
