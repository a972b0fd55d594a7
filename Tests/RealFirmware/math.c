/* Arithmetic and newlib's functions on the numbers of numbers.bin, for math.py to compare: results.bin. */
#include <math.h>
#include <string.h>

#include "board.h"

enum { OUTPUTS = 16 };

static double sum(double a, double b) { return a + b; }
static double difference(double a, double b) { return a - b; }
static double product(double a, double b) { return a * b; }
static double quotient(double a, double b) { return a / b; }

/* Through pointers, so that nothing is computed by the compiler. */
static double (*volatile const binary[])(double, double) = {sum, difference, product, quotient, atan2, fmod, pow, hypot};
static double (*volatile const unary[])(double) = {sqrt, sin, cos, tan, asin, acos, exp, log};

int main(void) {
  static double in[3], out[OUTPUTS];
  int numbers = host_open("numbers.bin", 0), results = host_open("results.bin", 1);
  while (host_read(numbers, in, sizeof in) == sizeof in) {
    for (int index = 0; index < 8; index++) out[index] = binary[index](in[0], in[1]);
    /* The third number is from 0 to 1, for the functions that take no other. */
    for (int index = 0; index < 8; index++) out[8 + index] = unary[index](index == 0 || index > 3 ? in[2] : in[0]);
    host_write(results, out, sizeof out);
  }
  return 0;
}
