/* Prints arrival and sample time of each update, boottime in seconds, through the C client: newest SOCKET HZ */
#include "headingd.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static struct headingd_client client;

static double boottime(void) {
  struct timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int main(int count, char **words) {
  struct headingd_request request = {0};
  struct headingd_update update;
  if (count != 3) return 64;
  request.rate = atof(words[2]);
  if (headingd_client_open(&client, words[1], &request, 0) != HEADINGD_OK) return 64;
  for (;;) {
    headingd_time now = headingd_now();
    enum headingd_kind kind;
    while ((kind = headingd_client_next(&client, now, &update)) != HEADINGD_NONE) {
      double arrival = boottime();
      if (kind == HEADINGD_UPDATE) printf("%.9f %.9f\n", arrival, update.boot_time);
    }
    fflush(stdout);
    struct pollfd wait = headingd_client_poll(&client);
    poll(&wait, 1, headingd_client_timeout(&client, now));
  }
}
