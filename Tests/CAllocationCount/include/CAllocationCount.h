#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

/// Whether requests are counted: not beside a sanitizer, which stands there itself.
int allocations_are_counted(void);

/// How often the calling thread has asked for memory since it began.
unsigned long allocation_count(void);

#endif
