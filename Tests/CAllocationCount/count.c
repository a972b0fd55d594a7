// Stands before the C library's functions in the test program and counts what each thread asks for.
#include "CAllocationCount.h"

#include <errno.h>
#include <stddef.h>

// A sanitizer has functions of its own in that place, which must stay.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#ifdef HAS_SANITIZER

int allocations_are_counted(void) { return 0; }

unsigned long allocation_count(void) { return 0; }

#else

int allocations_are_counted(void) { return 1; }

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local unsigned long count;

unsigned long allocation_count(void) { return count; }

void *malloc(size_t size) {
  ++count;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  ++count;
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  ++count;
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  ++count;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  ++count;
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}

#endif
