// Tells ThreadSanitizer of locks that change hands in the kernel.
//
// Swift's Mutex takes and gives back a free lock by atomics in the caller, which the sanitizer sees. When two
// threads meet, its library, which is not instrumented, calls the kernel (FUTEX_LOCK_PI, FUTEX_UNLOCK_PI), and
// the sanitizer takes the two for a race. So this stands before the C library's `syscall` and says what happened;
// nothing is suppressed.
#define _GNU_SOURCE
#include "CThreadSanitizer.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)

#include <dlfcn.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// Not instrumented: threads that the sanitizer does not know yet, or no more, come here too.
__attribute__((disable_sanitizer_instrumentation)) long syscall(long number, ...) {
  static long (*next)(long, ...);
  long (*real)(long, ...) = __atomic_load_n(&next, __ATOMIC_ACQUIRE);
  if (!real) {
    real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
    __atomic_store_n(&next, real, __ATOMIC_RELEASE);
  }
  long a[6];
  va_list list;
  va_start(list, number);
  for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
  va_end(list);
  const int operation = number == SYS_futex ? a[1] & FUTEX_CMD_MASK : -1;
  if (operation == FUTEX_UNLOCK_PI) __tsan_release((void *)a[0]);
  const long result = real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (result == 0 && (operation == FUTEX_LOCK_PI || operation == FUTEX_TRYLOCK_PI))
    __tsan_acquire((void *)a[0]);
  return result;
}

#endif
#endif
