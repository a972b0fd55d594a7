/* Prints the events of one connection as JSON, an update in the daemon's own keys: events ADDRESS [RATE]. */
#include "../headingd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *separator;

static void key(const char *name) {
  printf("%s\"%s\":", separator, name);
  separator = ",";
}

static void numbers(const char *name, const double *values, int count) {
  key(name);
  if (isnan(values[0])) {
    printf("null");
    return;
  }
  for (int i = 0; i < count; i++) printf("%s%.17g", i ? "," : count > 1 ? "[" : "", values[i]);
  if (count > 1) printf("]");
}

/* A value with its bit of presence, which must agree with NaN. */
static void value(const struct headingd_update *u, const char *name, enum headingd_value bit,
                  const double *values, int count) {
  for (int i = 0; i < count; i++) {
    if (headingd_has(u, bit) == isnan(values[i])) abort();
  }
  numbers(name, values, count);
}

static void word(const char *name, const char *text) {
  key(name);
  if (*text) printf("\"%s\"", text);
  else printf("null");
}

static void update(const struct headingd_update *u) {
  static const char *const axes[] = {"", "+y", "-z", "+z"};
  static const char *const sources[] = {"", "magnetic_field", "motion", "external"};
  separator = "{";
#define V(name, bit) value(u, #name, HEADINGD_##bit, &u->name, 1)
#define A(name, bit, count) value(u, #name, HEADINGD_##bit, u->name, count)
  V(time, TIME);
  V(boot_time, BOOT_TIME);
  V(latency, LATENCY);
  V(magnetic_heading, MAGNETIC_HEADING);
  V(true_heading, TRUE_HEADING);
  V(heading_accuracy, HEADING_ACCURACY);
  V(heading_accuracy_95, HEADING_ACCURACY_95);
  V(true_heading_accuracy, TRUE_HEADING_ACCURACY);
  V(declination, DECLINATION);
  V(pitch, PITCH);
  V(roll, ROLL);
  V(pitch_accuracy, PITCH_ACCURACY);
  V(roll_accuracy, ROLL_ACCURACY);
  A(attitude, ATTITUDE, 4);
  A(attitude_covariance, ATTITUDE_COVARIANCE, 9);
  A(rotation_rate, ROTATION_RATE, 3);
  A(linear_acceleration, LINEAR_ACCELERATION, 3);
  A(field, FIELD, 3);
  V(field_strength, FIELD_STRENGTH);
  V(inclination, INCLINATION);
  V(latitude, LATITUDE);
  V(longitude, LONGITUDE);
  V(altitude, ALTITUDE);
  V(ellipsoidal_altitude, ELLIPSOIDAL_ALTITUDE);
  V(horizontal_accuracy, HORIZONTAL_ACCURACY);
  V(vertical_accuracy, VERTICAL_ACCURACY);
  V(speed, SPEED);
  V(course, COURSE);
  A(velocity, VELOCITY, 3);
  V(speed_accuracy, SPEED_ACCURACY);
  V(course_accuracy, COURSE_ACCURACY);
  V(fix_age, FIX_AGE);
  V(coasting_time, COASTING_TIME);
  V(pressure, PRESSURE);
  V(relative_altitude, RELATIVE_ALTITUDE);
  V(climb_rate, CLIMB_RATE);
  V(climb_rate_accuracy, CLIMB_RATE_ACCURACY);
  V(coast_left, COAST_LEFT);
  word("heading_axis", axes[u->axis]);
  word("heading_source", sources[u->source]);
  word("status", headingd_status_name(u->status));
  word("steer", headingd_steer_name(u->steer));
  key("simulated");
  printf(u->simulated ? "true" : "false");
  key("reasons");
  printf("[");
  const char *comma = "";
  for (int i = 0; i < HEADINGD_REASON_COUNT; i++) {
    if (!headingd_reason(u, (enum headingd_reason)i)) continue;
    printf("%s\"%s\"", comma, headingd_reason_name((enum headingd_reason)i));
    comma = ",";
  }
  printf("]");
  key("unknown_reasons");
  printf("%u", u->unknown_reasons);
  key("sources");
  printf("[");
  comma = "";
  for (int i = 0; i < HEADINGD_INPUT_COUNT; i++) {
    if (!(u->inputs >> i & 1)) continue;
    printf("%s\"%s\"", comma, headingd_input_name((enum headingd_input)i));
    comma = ",";
  }
  printf("]");
  key("error_terms");
  separator = "{";
#define T(name, bit) value(u, #name, HEADINGD_##bit, &u->error_terms.name, 1)
  T(noise, NOISE);
  T(gyroscope_hold, GYROSCOPE_HOLD);
  T(calibration, CALIBRATION_ERROR);
  T(disturbance, DISTURBANCE);
  T(local_field, LOCAL_FIELD);
  T(tilt, TILT);
  T(declination, DECLINATION_ERROR);
  printf("}");
  key("waves");
  separator = "{";
#define W(name, bit, count) value(u, #name, HEADINGD_##bit, (const double *)&u->waves.name, count)
  W(heave, HEAVE, 1);
  W(heave_accuracy, HEAVE_ACCURACY, 1);
  W(heave_rate, HEAVE_RATE, 1);
  W(delayed_heave, DELAYED_HEAVE, 1);
  W(delayed_heave_accuracy, DELAYED_HEAVE_ACCURACY, 1);
  W(delay, HEAVE_DELAY, 1);
  W(duration, WAVE_DURATION, 1);
  W(height, WAVE_HEIGHT, 1);
  W(height_accuracy, WAVE_HEIGHT_ACCURACY, 1);
  W(period, WAVE_PERIOD, 1);
  W(period_accuracy, WAVE_PERIOD_ACCURACY, 1);
  W(roll, WAVE_ROLL, 4);
  W(pitch, WAVE_PITCH, 4);
  printf("}}}\n");
}

int main(int count, char **arguments) {
  static struct headingd_client client;
  static struct headingd_update decoded;
  struct headingd_request request;
  memset(&request, 0, sizeof request);
  request.rate = count > 2 ? strtod(arguments[2], NULL) : 0;
  if (count < 2 || headingd_client_open(&client, arguments[1], &request, 0) != HEADINGD_OK) return 64;
  for (;;) {
    headingd_time now = headingd_now();
    enum headingd_kind kind = headingd_client_next(&client, now, &decoded);
    size_t length;
    const char *line = headingd_client_line(&client, &length);
    char server[64];
    if (kind == HEADINGD_NONE) {
      struct pollfd wait = headingd_client_poll(&client);
      fflush(stdout);
      poll(&wait, 1, headingd_client_timeout(&client, now));
    } else if (kind == HEADINGD_UPDATE) {
      printf("{\"kind\":\"update\",\"missed\":%llu,\"malformed\":%s,\"value\":", (unsigned long long)decoded.missed,
             decoded.malformed ? "true" : "false");
      update(&decoded);
    } else if (kind == HEADINGD_GREETING) {
      headingd_text(line, length, "server", server, sizeof server);
      printf("{\"kind\":\"greeting\",\"server\":\"%s\"}\n", server);
    } else if (kind == HEADINGD_DISCONNECTED) {
      printf("{\"kind\":\"error\",\"error\":\"%s\"}\n", headingd_client_error(&client));
      headingd_client_close(&client);
      return 0;
    } else {
      printf("{\"kind\":\"message\",\"message\":%.*s}\n", (int)length, line);
    }
  }
}
