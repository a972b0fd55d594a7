#include "board.h"

#include <errno.h>
#include <string.h>

extern uint32_t data_load[], data_start[], data_end[], bss_start[], bss_end[], heap_start[], stack_top[];
int main(void);
_Noreturn void reset(void);
static void fault(void);

/* ---- Semihosting ---- */

static int call(int operation, const void *block) {
  register int r0 __asm__("r0") = operation;
  register const void *r1 __asm__("r1") = block;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

void host_print(const char *text) { call(0x04, text); }

void host_number(const char *name, uint32_t value) {
  char digits[11], *digit = digits + sizeof digits - 1;
  *digit = 0;
  do *--digit = (char)('0' + value % 10);
  while (value /= 10);
  host_print(name);
  host_print(" ");
  host_print(digit);
  host_print("\n");
}

_Noreturn void host_exit(int status) {
  uint32_t block[] = {0x20026 /* the application ended */, (uint32_t)status};
  call(0x20, block);
  for (;;) {
  }
}

int host_open(const char *name, int write) {
  uint32_t block[] = {(uint32_t)name, write ? 5 : 1, strlen(name)};
  int file = call(0x01, block);
  if (file < 0) {
    host_print("cannot open ");
    host_print(name);
    host_exit(2);
  }
  return file;
}

size_t host_read(int file, void *bytes, size_t size) {
  uint32_t block[] = {(uint32_t)file, (uint32_t)bytes, size};
  return size - (size_t)call(0x06, block);
}

void host_write(int file, const void *bytes, size_t size) {
  uint32_t block[] = {(uint32_t)file, (uint32_t)bytes, size};
  if (call(0x05, block)) {
    host_print("cannot write\n");
    host_exit(2);
  }
}

/* ---- The counter: SysTick with the processor's clock, 24 bits, downwards ---- */

#define SYSTICK ((volatile uint32_t *)0xE000E010)

uint32_t ticks_now(void) { return SYSTICK[2]; }
uint32_t ticks_since(uint32_t start) { return (start - SYSTICK[2]) & 0xFFFFFF; }

/* ---- Memory ---- */

static char *heap_end, *heap_highest;
static const uint32_t paint = 0xC0DEC0DE;

/* Newlib's malloc grows here, up to 512 bytes below the stack. */
void *_sbrk(ptrdiff_t size) {
  char *old = heap_end ? heap_end : (char *)heap_start;
  char *stack;
  __asm__("mov %0, sp" : "=r"(stack));
  if (old + size > stack - 512) {
    errno = ENOMEM;
    return (void *)-1;
  }
  heap_end = old + size;
  if (heap_end > heap_highest) heap_highest = heap_end;
  return old;
}

uint32_t heap_used(void) { return heap_highest ? (uint32_t)(heap_highest - (char *)heap_start) : 0; }

uint32_t stack_used(void) {
  const uint32_t *word = (const uint32_t *)(heap_highest ? heap_highest : (char *)heap_start);
  while (word < stack_top && *word == paint) word++;
  return (uint32_t)((const char *)stack_top - (const char *)word);
}

static __attribute__((noinline)) void paint_stack(uint32_t *from) {
  uint32_t *stack;
  __asm__("mov %0, sp" : "=r"(stack));
  while (from < stack - 16) *from++ = paint;
}

void stack_repaint(void) { paint_stack((uint32_t *)(heap_highest ? heap_highest : (char *)heap_start)); }

/* Calls of the allocator from everywhere, by the linker's --wrap. */
volatile uint32_t allocations, releases;
#define COUNTED(counter, result, name, parameters, arguments) \
  result __real_##name parameters;                            \
  result __wrap_##name parameters;                            \
  result __wrap_##name parameters {                           \
    counter++;                                                \
    return __real_##name arguments;                           \
  }
COUNTED(allocations, int, posix_memalign, (void **pointer, size_t alignment, size_t size), (pointer, alignment, size))
COUNTED(allocations, void *, malloc, (size_t size), (size))
COUNTED(allocations, void *, _malloc_r, (struct _reent * state, size_t size), (state, size))
COUNTED(allocations, void *, calloc, (size_t count, size_t size), (count, size))
COUNTED(allocations, void *, realloc, (void *old, size_t size), (old, size))
void __real_free(void *pointer);
void __wrap_free(void *pointer);
void __wrap_free(void *pointer) {
  releases++;
  __real_free(pointer);
}

/* ---- Start ---- */

_Noreturn void reset(void) {
  *(volatile uint32_t *)0xE000ED88 |= 0xFu << 20; /* the floating-point unit, before its first instruction */
  __asm__ volatile("dsb\n isb" ::: "memory");
  uint32_t *to = data_start;
  for (const uint32_t *from = data_load; to < data_end;) *to++ = *from++;
  for (to = bss_start; to < bss_end;) *to++ = 0;
  paint_stack(heap_start);
  SYSTICK[1] = 0xFFFFFF;
  SYSTICK[2] = 0;
  SYSTICK[0] = 5;
  host_exit(main());
}

static __attribute__((used)) _Noreturn void report(const uint32_t *frame) {
  host_print("a trap, or memory that is not there:\n");
  host_number("pc", frame[6]);
  host_number("lr", frame[5]);
  host_number("heap", heap_used());
  host_number("stack", stack_used());
  host_exit(3);
}

static __attribute__((naked)) void fault(void) { __asm__("mov r0, sp\n b report"); }

__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
    stack_top, reset, fault, fault, fault, fault, fault, [11] = fault, [14] = fault, [15] = fault};
