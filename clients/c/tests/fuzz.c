/* libFuzzer target of everything that reads the daemon's bytes; make fuzz. */
#include "../headingd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void need(bool good) {
  if (!good) abort();
}

static void check_update(const struct headingd_update *u) {
  need(headingd_has(u, HEADINGD_MAGNETIC_HEADING) == !isnan(u->magnetic_heading));
  need(isnan(u->magnetic_heading) || (u->magnetic_heading >= 0 && u->magnetic_heading < 360));
  need(headingd_has(u, HEADINGD_LATENCY) == isfinite(u->latency));
  need((size_t)u->steer <= HEADINGD_STEER_COAST && (size_t)u->status <= HEADINGD_STATUS_COASTING);
}

static void check_drive(const struct headingd_contract *contract, headingd_time now) {
  struct headingd_drive drive;
  bool may = headingd_contract_drive(contract, now, HEADINGD_MAGNETIC_NORTH, &drive);
  need(may == (drive.steer != HEADINGD_STEER_STOP) && may == (drive.cause == HEADINGD_CAUSE_NONE));
  need(may == !isnan(drive.heading));
  need(!may || (drive.age >= 0 && drive.age <= 0.25 && drive.time_left > 0 && drive.time_left < 0.2501));
  /* A second later nothing of it is left. */
  need(!headingd_contract_drive(contract, now + 1000000, HEADINGD_MAGNETIC_NORTH, &drive));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char buffer[4096];
  struct headingd_lines lines;
  struct headingd_update update;
  struct headingd_contract contract;
  headingd_time now = 1000000;
  if (size == 0) return 0;
  headingd_contract_init(&contract, 0, data[0] & 2);
  /* The first byte chooses the size of the buffer and of the pieces. */
  headingd_lines_init(&lines, buffer, data[0] & 1 ? sizeof buffer : 64);
  size_t piece = 1 + data[0] / 4;
  for (size_t at = 1; at < size;) {
    const char *line;
    size_t room, length;
    char *space = headingd_lines_space(&lines, &room);
    size_t count = size - at < piece ? size - at : piece;
    if (count > room) count = room;
    need(count > 0);
    memcpy(space, data + at, count);
    at += count;
    headingd_lines_added(&lines, count);
    while (headingd_lines_next(&lines, &line, &length)) {
      /* A copy of the exact size, so that the sanitizer sees a read behind it. */
      char *copy = (char *)malloc(length);
      char text[16];
      double number;
      bool flag;
      memcpy(copy, line, length);
      now += 10000;
      struct headingd_progress progress;
      headingd_calibration_progress(copy, length, &progress);
      need(isnan(progress.samples) || isfinite(progress.samples));
      if (headingd_decode(copy, length, &update) == HEADINGD_UPDATE) {
        check_update(&update);
        headingd_contract_feed(&contract, &update, now);
        check_drive(&contract, now);
      }
      static const char *const paths[] = {"class", "reason", "sensors.0.state", "a.b.c", "0.1", ""};
      for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        headingd_text(copy, length, paths[i], text, 1 + i);
        need(strlen(text) <= i);
        if (!headingd_number(copy, length, paths[i], &number)) need(isnan(number));
        headingd_boolean(copy, length, paths[i], &flag);
      }
      free(copy);
    }
  }
  return 0;
}
