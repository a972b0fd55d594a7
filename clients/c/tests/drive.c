/* Asks at each wake whether to drive, and prints what changes as JSON: drive ADDRESS [command].
 *
 * The daemon is on this machine, so that the true age of a heading is known: the boottime clock less the
 * sample's. A heading that is older than the deadline ends this program with a signal. */
#include "../headingd.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct headingd_client client;

static volatile sig_atomic_t continued;

static void on_continue(int number) {
  (void)number;
  continued = 1;
}

static const enum headingd_command_name commands[] = {
  HEADINGD_COMMAND_STATUS, HEADINGD_COMMAND_CALIBRATION, HEADINGD_COMMAND_PROFILES, HEADINGD_COMMAND_USE_PROFILE,
  HEADINGD_COMMAND_LOAD, HEADINGD_COMMAND_AUTHORIZATION, HEADINGD_COMMAND_START_CALIBRATION,
  HEADINGD_COMMAND_CANCEL_CALIBRATION,
};

int main(int count, char **arguments) {
  static struct headingd_update update;
  struct headingd_command command;
  struct headingd_drive drive, before;
  bool asks = count > 2;
  size_t asked = 0;
  if (count < 2 || headingd_client_open(&client, arguments[1], NULL, 0) != HEADINGD_OK) return 64;
  memset(&before, 0xFF, sizeof before);
  memset(&command, 0, sizeof command);
  command.profile = "none";
  command.value = 1.5;
  command.target = 2.5;
  signal(SIGCONT, on_continue);
  headingd_clear(&update);
  for (;;) {
    headingd_time now = headingd_now();
    enum headingd_kind kind;
    while ((kind = headingd_client_next(&client, now, &update)) != HEADINGD_NONE) {
      size_t length;
      const char *line = headingd_client_line(&client, &length);
      char reason[200] = "";
      if (kind == HEADINGD_DISCONNECTED) printf("{\"error\":\"%s\"}\n", headingd_client_error(&client));
      if (kind == HEADINGD_GREETING) printf("{\"greeting\":true}\n");
      /* The daemon greets before it has found its sensors, which a calibration needs. */
      if (asks && kind == HEADINGD_UPDATE && asked < sizeof commands / sizeof *commands) {
        command.name = commands[asked];
        enum headingd_result result = headingd_client_command(&client, now, &command);
        if (result == HEADINGD_OK) asked++;
        else if (result != HEADINGD_BUSY) abort();
      }
      if (kind == HEADINGD_CALIBRATION_PROGRESS) {
        struct headingd_progress progress;
        headingd_calibration_progress(line, length, &progress);
        printf("{\"progress\":%.17g,\"target\":%.17g,\"complete\":%s}\n", progress.samples, progress.target,
               progress.complete ? "true" : "false");
      }
      if (asks && kind >= HEADINGD_STATUS && kind < HEADINGD_OTHER) {
        headingd_text(line, length, "reason", reason, sizeof reason);
        printf("{\"answer\":%d,\"reason\":\"%s\"}\n", kind, reason);
      }
    }
    bool may = headingd_client_drive(&client, now, HEADINGD_MAGNETIC_NORTH, &drive);
    double age = (double)now / 1e6 - update.boot_time;
    /* Over TCP the client knows the age but for the time of the fastest line. */
    if (may && !(age < (strchr(arguments[1], '/') ? 0.25001 : 0.3))) abort();
    if (may && drive.heading != update.magnetic_heading) abort();
    if (drive.steer != before.steer || drive.cause != before.cause)
      printf("{\"drive\":%s,\"cause\":\"%s\",\"heading\":%.6g,\"age\":%.4f}\n", may ? "true" : "false",
             headingd_cause_name(drive.cause), may ? drive.heading : -1, age >= 0 ? age : -1);
    if (continued) printf("{\"continued\":true}\n");
    continued = 0;
    fflush(stdout);
    before = drive;
    struct pollfd wait = headingd_client_poll(&client);
    poll(&wait, 1, headingd_client_timeout(&client, now));
  }
}
