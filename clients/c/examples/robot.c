/* Holds the heading at which it starts: robot [ADDRESS]. Replace set_motors().
 *
 * A control loop of 50 Hz: turn rate proportional to the error, limited in size and in change. */
#include "headingd.h"

#include <math.h>
#include <stdio.h>

static const double GAIN = 1.5;         /* °/s for each degree */
static const double MOST_TURN = 45;     /* °/s */
static const double MOST_CHANGE = 90;   /* °/s in a second */
static const headingd_time PERIOD = 20000;

static struct headingd_client client;

/* Speed 0 to 1; turn in °/s, clockwise. */
static void set_motors(double speed, double turn) {
  printf("speed %.2f turn %+.1f\n", speed, turn);
  fflush(stdout);
}

static double limited(double value, double most) { return fmax(-most, fmin(most, value)); }

int main(int count, char **arguments) {
  struct headingd_update update;
  struct headingd_drive drive;
  double target = NAN, turn = 0;
  unsigned changes = 0;
  bool drives = false;
  headingd_time tick;
  if (headingd_client_open(&client, count > 1 ? arguments[1] : NULL, NULL, 0) != HEADINGD_OK) return 64;
  tick = headingd_now();
  for (;;) {
    headingd_time now = headingd_now();
    while (headingd_client_next(&client, now, &update) != HEADINGD_NONE) {
    }
    bool may_drive = headingd_client_drive(&client, now, HEADINGD_MAGNETIC_NORTH, &drive);
    if (!may_drive) {
      /* At once, not at the next tick. */
      if (drives || now >= tick) set_motors(0, 0);
      turn = 0;
      drives = false;
    } else if (now >= tick) {
      /* Another source may differ by the sum of both errors: not a turn of the robot. */
      if (isnan(target) || drive.source_changes != changes) target = drive.heading;
      changes = drive.source_changes;
      double wanted = limited(GAIN * remainder(target - drive.heading, 360), MOST_TURN);
      turn += limited(wanted - turn, MOST_CHANGE * (double)PERIOD / 1e6);
      drives = true;
      set_motors(drive.steer == HEADINGD_STEER_OK ? 1 : 0.3, turn);
    }
    if (now >= tick) tick = now + PERIOD;
    int timeout = headingd_client_timeout(&client, now), rest = (int)((tick - now + 999) / 1000);
    struct pollfd wait = headingd_client_poll(&client);
    poll(&wait, 1, timeout >= 0 && timeout < rest ? timeout : rest);
  }
}
