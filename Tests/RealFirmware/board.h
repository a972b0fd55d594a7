/* A bare Cortex-M in QEMU: files of the host by semihosting, counted instructions, the marks of stack and heap. */
#ifndef BOARD_H
#define BOARD_H
#include <stddef.h>
#include <stdint.h>

/* Files of the host, relative to QEMU's folder; all end the program with a message where they fail. */
int host_open(const char *name, int write);
size_t host_read(int file, void *bytes, size_t size); /* of size bytes those that there were */
void host_write(int file, const void *bytes, size_t size);
void host_print(const char *text);
void host_number(const char *name, uint32_t value);
_Noreturn void host_exit(int status);

/* Ticks of the counter that runs at 25 MHz of virtual time: with `-icount shift=5` an instruction is 32 ns, and 1.25
 * instructions are a tick. It wraps after 21 million instructions. */
uint32_t ticks_now(void);
uint32_t ticks_since(uint32_t start);

uint32_t stack_used(void); /* the largest since the start or the last stack_repaint(), bytes */
void stack_repaint(void);
uint32_t heap_used(void);
extern volatile uint32_t allocations, releases; /* calls */
#endif
