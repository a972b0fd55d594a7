/* Functions of newer C libraries that Debian unstable's static Swift libraries name and Debian 12's glibc 2.36 lacks.
   In glibc 2.38 the scanning functions also read binary integers (C23), which nothing here uses. The last six are
   glibc's internal names, which its own static part of the mathematics exported up to 2.40. -fno-builtin, or the
   compiler would turn them into calls of themselves. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }
long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }
unsigned long __isoc23_strtoul(const char *text, char **end, int base) { return strtoul(text, end, base); }
unsigned long long __isoc23_strtoull(const char *text, char **end, int base) {
  return strtoull(text, end, base);
}

int __isoc23_sscanf(const char *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int count = vsscanf(text, format, arguments);
  va_end(arguments);
  return count;
}

size_t strlcpy(char *target, const char *source, size_t size) {
  size_t length = strlen(source);
  if (size > 0) {
    size_t kept = length < size - 1 ? length : size - 1;
    memcpy(target, source, kept);
    target[kept] = 0;
  }
  return length;
}

size_t strlcat(char *target, const char *source, size_t size) {
  size_t length = strnlen(target, size);
  if (length == size) return size + strlen(source);
  return length + strlcpy(target + length, source, size - length);
}

double __frexp(double value, int *exponent) { return frexp(value, exponent); }
float __frexpf(float value, int *exponent) { return frexpf(value, exponent); }
double __scalbn(double value, int exponent) { return scalbn(value, exponent); }
float __scalbnf(float value, int exponent) { return scalbnf(value, exponent); }
double __ldexp(double value, int exponent) { return ldexp(value, exponent); }
float __ldexpf(float value, int exponent) { return ldexpf(value, exponent); }
