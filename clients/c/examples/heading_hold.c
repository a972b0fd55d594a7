/* Holds a heading: heading_hold SETPOINT [magnetic|true] [ADDRESS]. docs/controller.md describes the
 * law and its tuning. */
#include "headingd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char HELP[] =
    "heading_hold SETPOINT [magnetic|true] [ADDRESS]\n\n"
    "SETPOINT is in degrees clockwise from north, magnetic unless `true` follows. Prints 50 lines a\n"
    "second for a motor driver: SPEED, 0 to 1 of full speed, and TURNRATE, degrees a second clockwise.\n"
    "`0 0` is to be obeyed at once, and the driver itself stops when no line comes for 0.1 s.\n";

static const headingd_time PERIOD = 20000; /* µs */
static const double GAIN = 1.2;            /* °/s of turn for each degree of error */
static const double DAMPING = 4;           /* °/s² of change for each °/s between wanted and measured turn */
static const double MOST_TURN = 45;        /* °/s */
static const double MOST_CHANGE = 90;      /* °/s² */

static struct headingd_client client;

static double limited(double value, double most) { return fmax(-most, fmin(most, value)); }

/* The measured turn about the vertical, °/s clockwise; NaN if unknown. The attitude says which way is
 * up in the body. */
static double turn_rate(const struct headingd_update *update) {
  const double *q = update->attitude, *rate = update->rotation_rate;
  double up[3] = {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]),
                  1 - 2 * (q[1] * q[1] + q[2] * q[2])};
  return -(up[0] * rate[0] + up[1] * rate[1] + up[2] * rate[2]);
}

static void order(double speed, double turn) {
  printf("%.3f %.3f\n", speed, turn);
  if (fflush(stdout) != 0) exit(1); /* nobody drives the motors */
}

static void hold(double setpoint, enum headingd_north north) {
  struct headingd_update update;
  struct headingd_drive drive;
  double turn = 0;
  bool drives = false;
  headingd_time tick = headingd_now();
  headingd_clear(&update);
  for (;;) {
    headingd_time now = headingd_now();
    while (headingd_client_next(&client, now, &update) != HEADINGD_NONE) {
    }
    /* False if the heading is older than the deadline, also if the daemon hangs or is gone. */
    bool may_drive = headingd_client_drive(&client, now, north, &drive);
    double rate = turn_rate(&update);
    if (!may_drive || isnan(rate)) {
      /* At once, not at the next tick. */
      if (drives || now >= tick) order(0, 0);
      turn = 0;
      drives = false;
    } else if (now >= tick) {
      /* Where the source of the heading changes, the error jumps: the turn follows by MOST_CHANGE only. */
      double wanted = limited(GAIN * remainder(setpoint - drive.heading, 360), MOST_TURN);
      turn += (double)PERIOD / 1e6 * limited(DAMPING * (wanted - rate), MOST_CHANGE);
      turn = limited(turn, MOST_TURN);
      drives = true;
      order(drive.steer == HEADINGD_STEER_OK ? 1 : 0.5, turn);
    }
    /* A loop that was held up leaves out what it missed. */
    if (now >= tick) tick = tick + PERIOD > now ? tick + PERIOD : now + PERIOD;
    int timeout = headingd_client_timeout(&client, now), rest = (int)((tick - now + 999) / 1000);
    struct pollfd wait = headingd_client_poll(&client);
    poll(&wait, 1, timeout >= 0 && timeout < rest ? timeout : rest);
  }
}

int main(int count, char **arguments) {
  char *end = NULL;
  bool helps = count > 1 && (strcmp(arguments[1], "--help") == 0 || strcmp(arguments[1], "-h") == 0);
  double setpoint = count > 1 ? strtod(arguments[1], &end) : NAN;
  bool is_true = count > 2 && strcmp(arguments[2], "true") == 0;
  bool valid = count > 1 && count < 5 && end != arguments[1] && *end == 0 && isfinite(setpoint) &&
               (count < 3 || is_true || strcmp(arguments[2], "magnetic") == 0);
  if (helps || !valid) {
    fputs(HELP, helps ? stdout : stderr);
    return helps ? 0 : 64;
  }
  if (headingd_client_open(&client, count > 3 ? arguments[3] : NULL, NULL, 0) != HEADINGD_OK) return 64;
  hold(setpoint, is_true ? HEADINGD_TRUE_NORTH : HEADINGD_MAGNETIC_NORTH);
}
