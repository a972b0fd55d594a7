/* Prints the heading with its 68 % bound, or why there is none: print_heading [ADDRESS] */
#include "headingd.h"

#include <stdio.h>

static struct headingd_client client;

static void print(const struct headingd_update *update) {
  if (update->simulated) printf("SIMULATED ");
  if (headingd_has(update, HEADINGD_TRUE_HEADING)) {
    printf("%.1f true ± %.1f\n", update->true_heading, update->true_heading_accuracy);
  } else if (headingd_has(update, HEADINGD_MAGNETIC_HEADING)) {
    printf("%.1f magnetic ± %.1f\n", update->magnetic_heading, update->heading_accuracy);
  } else {
    printf("no heading:");
    for (int i = 0; i < HEADINGD_REASON_COUNT; i++) {
      enum headingd_reason reason = (enum headingd_reason)i;
      if (headingd_reason(update, reason)) printf(" %s", headingd_reason_name(reason));
    }
    printf("\n");
  }
  fflush(stdout);
}

int main(int count, char **arguments) {
  struct headingd_request request = {0};
  struct headingd_update update;
  request.rate = 5;
  if (headingd_client_open(&client, count > 1 ? arguments[1] : NULL, &request, 0) != HEADINGD_OK) {
    fprintf(stderr, "there is no such address\n");
    return 64;
  }
  for (;;) {
    headingd_time now = headingd_now();
    enum headingd_kind kind;
    while ((kind = headingd_client_next(&client, now, &update)) != HEADINGD_NONE) {
      if (kind == HEADINGD_UPDATE) print(&update);
      if (kind == HEADINGD_DISCONNECTED) fprintf(stderr, "%s\n", headingd_client_error(&client));
    }
    struct pollfd wait = headingd_client_poll(&client);
    poll(&wait, 1, headingd_client_timeout(&client, now));
  }
}
