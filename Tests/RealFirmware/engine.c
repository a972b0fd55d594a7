/* The same trial through the whole engine, with a fix and a pressure each second, and a calibration's fit: what they cost. */
#include <heading/heading.h>

#include "board.h"

typedef struct {
  int64_t time;
  double rate[3], force[3], field[3];
} row;

static void check(int outcome) {
  if (outcome < 0) {
    host_print(heading_result_text(outcome));
    host_exit(1);
  }
}

int main(void) {
  static row in;
  static heading_solution solution;
  static heading_fix fix;
  static heading_calibration calibration;
  int rows = host_open("trial.bin", 0);
  heading_engine *engine;
  check(heading_engine_create(&engine));
  fix.size = sizeof fix;
  solution.size = sizeof solution;
  check(heading_fix_empty(&fix));
  fix.latitude = 52.5;
  fix.longitude = 13.3;
  fix.horizontal_accuracy = 3;
  fix.vertical_accuracy = 5;
  fix.altitude = 40;
  fix.speed = 0;
  uint32_t before = 0, count = 0, ticks = 0, largest = 0;
  uint64_t all = 0;
  int64_t second = 0;
  for (; host_read(rows, &in, sizeof in) == sizeof in; count++) {
    uint32_t start = ticks_now();
    if (in.time - second >= 1000000000) {
      second = in.time;
      fix.time = in.time;
      check(heading_engine_clock(engine, in.time, 1.79e9 + 1e-9 * (double)in.time, HEADING_TRUST_GNSS));
      check(heading_engine_fix(engine, &fix));
      check(heading_engine_pressure(engine, in.time, 100800 + count % 7));
    }
    check(heading_engine_gyroscope(engine, in.time, in.rate));
    check(heading_engine_accelerometer(engine, in.time, in.force));
    check(heading_engine_magnetometer(engine, in.time, in.field));
    ticks = ticks_since(start);
    all += ticks;
    if (ticks > largest) largest = ticks;
    if (count == 5000) before = allocations + releases;
  }
  host_number("allocations_later", allocations + releases - before);
  check(heading_engine_read(engine, &solution));
  host_number("engine_mean", (uint32_t)(all / count * 5 / 4));
  host_number("engine_largest", largest * 5 / 4);
  host_number("engine_heap", heap_used());
  host_number("engine_stack", stack_used());
  host_number("engine_status", (uint32_t)solution.status);
  check(heading_engine_destroy(engine));

  /* A fit of 300 samples. */
  heading_calibrator *calibrator;
  check(heading_calibrator_create(300, &calibrator));
  rows = host_open("trial.bin", 0);
  for (count = 0; host_read(rows, &in, sizeof in) == sizeof in; count++)
    if (count % 32 == 0 && heading_calibrator_add(calibrator, in.time, in.field, in.force, in.rate) == HEADING_ERROR_FULL) break;
  calibration.size = sizeof calibration;
  check(heading_calibrator_fit(calibrator, NULL, &calibration));
  host_number("calibration_model", (uint32_t)calibration.model);
  host_number("fit_heap", heap_used());
  host_number("fit_stack", stack_used());
  char text[400];
  heading_reasons_advice(solution.reasons, text, sizeof text);
  heading_calibration_names(calibration.reasons, text, sizeof text);
  double place[4] = {52.5, 13.3, 48.1, 11.6}, distance;
  check(heading_geodesic_inverse(1, &place[0], &place[1], &place[2], &place[3], &distance, NULL, NULL));
  host_number("distance", (uint32_t)distance);
  check(heading_calibrator_destroy(calibrator));
  return 0;
}
