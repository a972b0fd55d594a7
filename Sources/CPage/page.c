/* The page's files, byte for byte. A new file needs its lines here. */
#include "page.h"

#define FILE_BYTES(name) static const unsigned char name[]

FILE_BYTES(index_html) = {
#embed "page/index.html"
};

const page_file page_files[] = {
  {"index.html", "text/html; charset=utf-8", index_html, sizeof index_html},
  {NULL, NULL, NULL, 0},
};
