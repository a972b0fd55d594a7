/* Says whether to drive, at each change: steer [ADDRESS]. It stops within the deadline, also when the
 * daemon hangs, because the poll ends when the heading expires. */
#include "headingd.h"

#include <stdio.h>

static struct headingd_client client;

int main(int count, char **arguments) {
  struct headingd_update update;
  struct headingd_drive drive;
  enum headingd_cause before = HEADINGD_CAUSE_NONE;
  enum headingd_steer steer = HEADINGD_STEER_STOP;
  if (headingd_client_open(&client, count > 1 ? arguments[1] : NULL, NULL, 0) != HEADINGD_OK) return 64;
  for (;;) {
    headingd_time now = headingd_now();
    while (headingd_client_next(&client, now, &update) != HEADINGD_NONE) {
    }
    headingd_client_drive(&client, now, HEADINGD_MAGNETIC_NORTH, &drive);
    if (drive.steer != steer || drive.cause != before) {
      const char *order = "stop";
      if (drive.steer == HEADINGD_STEER_OK) order = "go";
      else if (drive.steer != HEADINGD_STEER_STOP) order = "slow";
      if (drive.steer == HEADINGD_STEER_STOP) printf("%s: %s\n", order, headingd_cause_name(drive.cause));
      else printf("%s: %s, heading %.1f, %.3f s old\n", order, headingd_steer_name(drive.steer), drive.heading,
                  drive.age);
      fflush(stdout);
      before = drive.cause;
      steer = drive.steer;
    }
    struct pollfd wait = headingd_client_poll(&client);
    poll(&wait, 1, headingd_client_timeout(&client, now));
  }
}
