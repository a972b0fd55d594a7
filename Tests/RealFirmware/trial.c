/* A recorded trial through the estimator: trial.bin in, estimates.bin out. See trial.py for both. */
#include <heading/heading.h>

#include "board.h"

typedef struct {
  int64_t time;
  double rate[3], force[3], field[3];
} row;

typedef struct {
  double attitude[4], heading, heading_68, heading_95, declination;
  uint64_t reasons;
  uint32_t ticks[4]; /* gyroscope, accelerometer, magnetometer, read */
} result;

static void check(int outcome) {
  if (outcome < 0) {
    host_print(heading_result_text(outcome));
    host_exit(1);
  }
}

#define TIMED(index, call)            \
  do {                                \
    uint32_t start = ticks_now();     \
    check(call);                      \
    out.ticks[index] = ticks_since(start); \
  } while (0)

int main(void) {
  static row in;
  static result out;
  static heading_estimate estimate;
  static heading_field field;
  int rows = host_open("trial.bin", 0), results = host_open("estimates.bin", 1);
  heading_estimator *estimator;
  uint32_t start = ticks_now();
  check(heading_estimator_create(NULL, &estimator));
  host_number("ticks_create", ticks_since(start));
  host_number("heap_create", heap_used());
  /* The magnetic model's tables are made at its first use. */
  double latitude = 52.5, longitude = 13.3, height = 60, year = 2026.9;
  start = ticks_now();
  check(heading_field_compute(1, &latitude, &longitude, &height, &year, 0, &field, sizeof field, NULL));
  host_number("ticks_field_first", ticks_since(start));
  uint32_t stack_creation = stack_used();
  stack_repaint();
  host_number("allocations_at_creation", allocations);
  uint32_t before = allocations + releases, ticks_field = 0;
  estimate.size = sizeof estimate;
  for (uint32_t count = 0; host_read(rows, &in, sizeof in) == sizeof in; count++) {
    TIMED(0, heading_estimator_gyroscope(estimator, in.time, in.rate));
    TIMED(1, heading_estimator_accelerometer(estimator, in.time, in.force));
    TIMED(2, heading_estimator_magnetometer(estimator, in.time, in.field));
    TIMED(3, heading_estimator_read(estimator, &estimate));
    if (count % 256 == 0) {
      latitude = -80 + (double)(count / 256 % 160); /* of all zones */
      longitude = -180 + (double)(count / 256 * 37 % 360);
      start = ticks_now();
      check(heading_field_compute(1, &latitude, &longitude, &height, &year, 0, &field, sizeof field, NULL));
      ticks_field = ticks_since(start);
    }
    for (int index = 0; index < 4; index++) out.attitude[index] = estimate.attitude[index];
    out.heading = estimate.heading;
    out.heading_68 = estimate.heading_68;
    out.heading_95 = estimate.heading_95;
    out.declination = field.declination;
    out.reasons = estimate.reasons;
    host_write(results, &out, sizeof out);
  }
  host_number("allocations_after_creation", allocations + releases - before);
  host_number("ticks_field", ticks_field);
  check(heading_estimator_destroy(estimator));
  host_number("releases_at_the_end", releases);
  uint32_t stack_samples = stack_used();
  host_number("stack_samples", stack_samples);
  host_number("stack", stack_samples > stack_creation ? stack_samples : stack_creation);
  host_number("heap", heap_used());
  return 0;
}
