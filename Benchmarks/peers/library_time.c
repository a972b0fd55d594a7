/* library_time FILE: ns a sample of libheading over one recording, the best of five runs of each way to call it. */
#include <heading/heading.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

static size_t count;
static int64_t step;
static double *rates, *forces, *fields;

/* Each sensor's sample by a call of its own; the whole estimate after each row if it is wanted. */
static double calls(int wanted) {
  heading_estimator *estimator;
  heading_estimate estimate = HEADING_INIT(heading_estimate);
  double sum = 0, began = now();
  if (heading_estimator_create(NULL, &estimator)) exit(1);
  for (size_t row = 0; row < count; row++) {
    int64_t time = (int64_t)row * step;
    heading_estimator_gyroscope(estimator, time, rates + 3 * row);
    heading_estimator_accelerometer(estimator, time, forces + 3 * row);
    heading_estimator_magnetometer(estimator, time, fields + 3 * row);
    if (wanted) {
      heading_estimator_read(estimator, &estimate);
      sum += estimate.heading_95;
    }
  }
  double taken = now() - began;
  heading_estimator_destroy(estimator);
  if (!isfinite(sum)) exit(1);
  return taken / count;
}

/* All rows by one call: attitudes, or attitudes, headings and bounds. */
static double batch(int bounds) {
  static double *attitudes, *headings, *within;
  if (!attitudes) {
    attitudes = malloc(count * 4 * sizeof(double));
    headings = malloc(count * sizeof(double));
    within = malloc(count * sizeof(double));
  }
  heading_estimator *estimator;
  heading_batch all = HEADING_INIT(heading_batch);
  all.count = count, all.step = step, all.rates = rates, all.forces = forces, all.fields = fields;
  all.attitudes = attitudes;
  if (bounds) all.headings = headings, all.bounds_95 = within;
  double began = now();
  if (heading_estimator_create(NULL, &estimator) || heading_estimator_batch(estimator, &all)) exit(1);
  double taken = now() - began;
  heading_estimator_destroy(estimator);
  return taken / count;
}

static double best(double (*measure)(int), int argument) {
  double least = INFINITY;
  for (int run = 0; run < 5; run++) least = fmin(least, measure(argument));
  return least;
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  FILE *file = fopen(argv[1], "r");
  char line[4096];
  if (!file || !fgets(line, sizeof line, file)) return 1;
  size_t room = 0;
  double first = 0, last = 0;
  while (fgets(line, sizeof line, file)) {
    if (count == room) {
      room = room ? 2 * room : 4096;
      rates = realloc(rates, room * 3 * sizeof(double));
      forces = realloc(forces, room * 3 * sizeof(double));
      fields = realloc(fields, room * 3 * sizeof(double));
      if (!rates || !forces || !fields) return 1;
    }
    double cells[10];
    char *cell = line;
    for (int i = 0; i < 10; i++) {
      cells[i] = strtod(cell, &cell);
      if (*cell == ',') cell++;
    }
    if (!count) first = cells[0];
    last = cells[0];
    for (int i = 0; i < 3; i++) {
      rates[3 * count + i] = cells[1 + i];
      forces[3 * count + i] = cells[4 + i];
      fields[3 * count + i] = cells[7 + i] * 1e-6;
    }
    count++;
  }
  if (count < 2) return 1;
  step = llround((last - first) / (count - 1) * 1e9);
  printf("calls %.0f\ncalls-estimate %.0f\nbatch %.0f\nbatch-estimate %.0f\n", best(calls, 0), best(calls, 1),
         best(batch, 0), best(batch, 1));
}
