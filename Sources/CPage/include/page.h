/* The files of the web page, compiled into the program. */
#ifndef PAGE_H
#define PAGE_H

#include <stddef.h>

typedef struct {
  const char *name; /* in the address, without the slash */
  const char *type; /* Content-Type */
  const unsigned char *bytes;
  size_t size;
} page_file;

/* All files; the last entry has a null name. */
const page_file *page_files(void);

#endif
