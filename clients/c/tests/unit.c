/* Unit tests; time is a parameter everywhere, so none waits. */
#define _POSIX_C_SOURCE 200809L

#include "../headingd.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <netinet/in.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>
#include <unistd.h>

#define CHECK(good) \
  do { \
    if (!(good)) { \
      fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #good); \
      exit(1); \
    } \
  } while (0)

enum { MS = 1000, S = 1000000 };

static struct headingd_update u;
static struct headingd_drive d;

#define BASE "\"heading_axis\":\"+y\",\"status\":\"valid\",\"reasons\":[],\"simulated\":true"
#define GOOD "{" BASE ",\"boot_time\":10,\"latency\":0.01,\"magnetic_heading\":90,\"steer\":\"ok\"}"

static enum headingd_kind decode(const char *line) { return headingd_decode(line, strlen(line), &u); }

/* An update with one more member. */
static enum headingd_kind with(const char *member) {
  char line[2048];
  snprintf(line, sizeof line, "{" BASE ",\"boot_time\":10,\"latency\":0.01%s%s}", *member ? "," : "", member);
  return decode(line);
}

static void numbers_are_those_of_strtod(void) {
  static const char *const fixed[] = {
    "0", "-0", "0.1", "18086.145446", "0.020002744000000003", "1e22", "1E-22", "5e-324", "1e308", "123456789012345678901234567890",
    "0.000000000000000000000000000000000000000000012345678901234567890123", "9007199254740993", "2.2250738585072014e-308",
    "1.7976931348623157e308", "359.99999999999994",
  };
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
    double value, truth = strtod(fixed[i], NULL);
    CHECK(headingd_number(fixed[i], strlen(fixed[i]), "", &value));
    CHECK(fabs(value - truth) <= fabs(truth) * 3e-16 + 5e-324);
  }
  uint32_t random = 1;
  for (int i = 0; i < 100000; i++) {
    char text[64];
    double value;
    random = random * 1664525 + 1013904223;
    int digits = 1 + (int)(random >> 28);
    double source = ((double)random - 2e9) * pow(10, (int)(random >> 8 & 31) - 16);
    snprintf(text, sizeof text, "%.*g", digits, source);
    CHECK(headingd_number(text, strlen(text), "", &value));
    /* Up to 15 digits with a power within 22 the result is exact. */
    double truth = strtod(text, NULL);
    if (digits <= 15 && fabs(source) > 1e-6 && fabs(source) < 1e15) CHECK(value == truth);
    CHECK(fabs(value - truth) <= fabs(truth) * 3e-16);
  }
  static const char *const bad[] = {"01", "1.", ".5", "-", "+1", "1e", "1e+", "NaN", "Infinity", "0x1", ""};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char line[64];
    snprintf(line, sizeof line, "{\"class\":\"x\",\"v\":%s}", bad[i]);
    CHECK(decode(line) == HEADINGD_MALFORMED);
  }
}

static void missing_values_are_nan(void) {
  CHECK(decode(GOOD) == HEADINGD_UPDATE);
  CHECK(u.magnetic_heading == 90 && headingd_has(&u, HEADINGD_MAGNETIC_HEADING));
  CHECK(isnan(u.true_heading) && !headingd_has(&u, HEADINGD_TRUE_HEADING) && isnan(u.attitude[3]));
  static const char *const not_a_heading[] = {
    "\"magnetic_heading\":null", "\"magnetic_heading\":360", "\"magnetic_heading\":-1", "\"magnetic_heading\":1e999",
    "\"magnetic_heading\":\"90\"", "\"magnetic_heading\":[90]", "\"magnetic_heading\":true",
    "\"magnetic_heading\":90,\"magnetic_heading\":null", "\"Magnetic_heading\":90", "\"magnetic_heading \":90",
  };
  for (size_t i = 0; i < sizeof not_a_heading / sizeof *not_a_heading; i++) {
    CHECK(with(not_a_heading[i]) == HEADINGD_UPDATE);
    CHECK(isnan(u.magnetic_heading) && !headingd_has(&u, HEADINGD_MAGNETIC_HEADING));
  }
  CHECK(with("\"magnetic\\u005fheading\":5") == HEADINGD_UPDATE && u.magnetic_heading == 5);
  CHECK(with("\"attitude\":[1,0,0]") == HEADINGD_UPDATE && isnan(u.attitude[0]));
  CHECK(with("\"attitude\":[1,0,0,0,0]") == HEADINGD_UPDATE && isnan(u.attitude[0]));
  CHECK(with("\"attitude\":[1,0,null,0]") == HEADINGD_UPDATE && isnan(u.attitude[0]));
  CHECK(with("\"attitude\": [ 1 , 0 ,0,0 ] ") == HEADINGD_UPDATE && u.attitude[0] == 1);
  CHECK(with("\"latitude\":91,\"longitude\":181") == HEADINGD_UPDATE && isnan(u.latitude) && u.malformed);
  CHECK(with("\"latitude\":47,\"longitude\":8") == HEADINGD_UPDATE && u.longitude == 8);
  CHECK(with("\"error_terms\":{\"noise\":1,\"new\":[2],\"declination\":null}") == HEADINGD_UPDATE);
  CHECK(u.error_terms.noise == 1 && isnan(u.error_terms.declination) && isnan(u.declination));
  CHECK(with("\"waves\":{\"heave\":-0.5,\"height\":-1,\"roll\":[1,2,-3,4],\"new\":{}}") == HEADINGD_UPDATE);
  CHECK(u.waves.heave == -0.5 && isnan(u.waves.height) && isnan(u.waves.period) && u.malformed);
  CHECK(u.waves.roll[2] == -3 && headingd_has(&u, HEADINGD_WAVE_ROLL) && isnan(u.waves.pitch[0]));
  CHECK(with("\"waves\":7") == HEADINGD_UPDATE && isnan(u.waves.heave) && u.malformed);
  CHECK(with("\"waves\":null") == HEADINGD_UPDATE && isnan(u.waves.heave) && !u.malformed);
  CHECK(with("\"time\":\"2024-02-29T12:00:00.5Z\"") == HEADINGD_UPDATE && u.time == 1709208000.5);
  CHECK(with("\"time\":\"1970-01-01T00:00:00Z\"") == HEADINGD_UPDATE && u.time == 0);
  CHECK(with("\"time\":\"2000-03-01T00:00:00Z\"") == HEADINGD_UPDATE && u.time == 951868800);
  CHECK(with("\"time\":\"2023-02-29T12:00:00Z\"") == HEADINGD_UPDATE && isnan(u.time));
  CHECK(with("\"time\":\"yesterday\"") == HEADINGD_UPDATE && isnan(u.time));
  headingd_clear(&u);
  CHECK(u.steer == HEADINGD_STEER_STOP && u.status == HEADINGD_STATUS_INVALID && u.present == 0);
}

static void newer_daemons_are_understood(void) {
  CHECK(decode("{\"class\":\"weather\",\"a\":[{\"b\":1}]}") == HEADINGD_OTHER);
  CHECK(with("\"new\":{\"a\":[1,{\"b\":[]}],\"c\":\"\\ud83d\\ude00\"},\"steer\":\"fly\"") == HEADINGD_UPDATE);
  CHECK(u.steer == HEADINGD_STEER_STOP);
  CHECK(with("\"steer\":\"ok\",\"true_heading\":1") == HEADINGD_UPDATE && u.steer == HEADINGD_STEER_STOP);
  CHECK(with("\"status\":\"splendid\",\"heading_source\":\"stars\",\"reasons\":[\"late\",\"eclipse\"]") == HEADINGD_UPDATE);
  CHECK(u.status == HEADINGD_STATUS_INVALID && u.source == HEADINGD_SOURCE_UNKNOWN && u.unknown_reasons == 1);
  CHECK(headingd_reason(&u, HEADINGD_REASON_LATE) && !headingd_reason(&u, HEADINGD_REASON_STARTING));
}

static void bad_lines_are_refused_whole(void) {
  static const char *const bad[] = {
    "", "null", "[]", "{", GOOD "x", GOOD GOOD, "{\"class\":\"x\",}", "{\"class\":\"x\" \"a\":1}", "{\"a\":'b'}", "{\"class\":\"x\",\"a\":\"\x01\"}",
    "{\"class\":\"\xff\"}", "{\"class\":\"x\",\"a\":\"\xc0\x80\"}", "{\"class\":\"x\",\"a\":\"\xed\xa0\x80\"}",
    "{\"class\":\"x\",\"a\":\"\xe0\x9f\xbf\"}", "{\"class\":\"x\",\"a\":\"\xf0\x8f\xbf\xbf\"}",
    "{\"class\":\"x\",\"a\":\"\xf4\x90\x80\x80\"}", "{\"class\":\"x\",\"a\":\"\xe2\x82\"}", "{\"class\":\"x\",\"a\":\"\\x\"}",
    "{\"class\":\"x\",\"a\":tru}", "{\"class\":\"x\",\"a\":[1 2]}", "{\"class\":\"x\",\"a\":{1:2}}", "{\"class\":\"x\",\"a\":-NaN}",
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    CHECK(decode(GOOD) == HEADINGD_UPDATE);
    CHECK(decode(bad[i]) == HEADINGD_MALFORMED);
    CHECK(isnan(u.magnetic_heading) && u.steer == HEADINGD_STEER_STOP);
  }
  /* No beginning of a line is a line. */
  for (size_t length = 0; length < strlen(GOOD); length++) {
    char *torn = malloc(length + 1);
    memcpy(torn, GOOD, length);
    CHECK(headingd_decode(torn, length, &u) == HEADINGD_MALFORMED);
    free(torn);
  }
  static char deep[60000];
  memset(deep, '[', sizeof deep);
  memcpy(deep, "{\"a\":", 5);
  CHECK(headingd_decode(deep, sizeof deep, &u) == HEADINGD_MALFORMED);
  for (int depth = 1; depth < 70; depth++) {
    char line[200], close[70];
    memset(close, ']', sizeof close);
    snprintf(line, sizeof line, "{\"class\":\"x\",\"a\":%.*s%.*s}", depth - 1, deep + 5, depth - 1, close);
    if (depth > 1) CHECK(decode(line) == (depth <= 64 ? HEADINGD_OTHER : HEADINGD_MALFORMED));
  }
  CHECK(decode("{}") == HEADINGD_UPDATE && u.steer == HEADINGD_STEER_STOP && u.simulated);
}

static void values_are_found_by_path(void) {
  const char *line = "{\"class\":\"status\",\"latency\":{\"median\":0.5},\"sensors\":[{\"state\":\"present\"},{\"state\":\"a\\u001b[1m\\u202e\xc3\xa9\"}],\"on\":true,"
                     "\"a\":1,\"a\":2,\"z\":null}";
  size_t length = strlen(line);
  double number;
  bool flag;
  char text[16];
  CHECK(decode(line) == HEADINGD_STATUS);
  CHECK(headingd_number(line, length, "latency.median", &number) && number == 0.5);
  CHECK(headingd_number(line, length, "a", &number) && number == 2);
  CHECK(!headingd_number(line, length, "z", &number) && isnan(number));
  CHECK(!headingd_number(line, length, "latency.median.x", &number) && !headingd_number(line, length, "on", &number));
  CHECK(headingd_boolean(line, length, "on", &flag) && flag && !headingd_boolean(line, length, "a", &flag) && !flag);
  CHECK(headingd_text(line, length, "sensors.0.state", text, sizeof text) && strcmp(text, "present") == 0);
  CHECK(headingd_text(line, length, "sensors.1.state", text, sizeof text) && strcmp(text, "a?[1m?\xc3\xa9") == 0);
  CHECK(headingd_text(line, length, "sensors.1.state", text, 8) && strcmp(text, "a?[1m?") == 0);
  CHECK(!headingd_text(line, length, "sensors.2.state", text, sizeof text) && *text == 0);
  CHECK(!headingd_text(NULL, 0, "a", text, sizeof text));
}

static void lines_are_split_within_their_buffer(void) {
  char buffer[16];
  struct headingd_lines lines;
  const char *input = "ab\n\n\ncd\n0123456789abcdefghijklmnop\nef\n0123456789abcde\ngh\n", *line;
  char seen[64] = "";
  headingd_lines_init(&lines, buffer, sizeof buffer);
  for (const char *at = input; *at; at++) {
    size_t room, length;
    char *space = headingd_lines_space(&lines, &room);
    CHECK(room > 0);
    *space = *at;
    headingd_lines_added(&lines, 1);
    while (headingd_lines_next(&lines, &line, &length)) {
      strncat(seen, line, length);
      strcat(seen, "|");
    }
  }
  CHECK(strcmp(seen, "ab|||cd|ef|0123456789abcde|gh|") == 0 && lines.too_long == 1);
}

static void progress_of_a_calibration_is_decoded(void) {
  struct headingd_progress progress;
  const char *line =
    "{\"class\":\"calibration_progress\",\"elapsed\":12.5,\"samples\":250,\"coverage\":0.25,\"headings\":0.5,"
    "\"tilt\":31.5,\"predicted_heading_error\":{\"level\":1.5,\"tilt20\":2.5,\"tilt45\":3.5},\"target\":0.5,"
    "\"accepted\":true,\"complete\":false,\"simulated\":false,\"notice\":null,\"of_tomorrow\":[{}]}";
  CHECK(decode(line) == HEADINGD_CALIBRATION_PROGRESS);
  headingd_calibration_progress(line, strlen(line), &progress);
  CHECK(progress.elapsed == 12.5 && progress.samples == 250 && progress.coverage == 0.25 && progress.headings == 0.5);
  CHECK(progress.tilt == 31.5 && progress.error_level == 1.5 && progress.error_tilt20 == 2.5 && progress.error_tilt45 == 3.5);
  CHECK(progress.target == 0.5 && progress.accepted && !progress.complete && !progress.simulated);
  /* What is missing or of another type is unknown, and never accepted. */
  line = "{\"class\":\"calibration_progress\",\"predicted_heading_error\":null,\"samples\":\"9\",\"accepted\":1}";
  headingd_calibration_progress(line, strlen(line), &progress);
  CHECK(isnan(progress.elapsed) && isnan(progress.samples) && isnan(progress.error_tilt20) && isnan(progress.target));
  CHECK(!progress.accepted && !progress.complete && progress.simulated);
  headingd_calibration_progress(NULL, 0, &progress);
  CHECK(isnan(progress.coverage) && !progress.accepted && progress.simulated);
}

static void commands_are_json_in_every_locale(void) {
  char line[HEADINGD_REQUEST_MAX];
  struct headingd_request request = {0};
  struct headingd_command command = {0};
  request.rate = 2.5;
  request.contents = HEADINGD_CONTENT_UPDATES | HEADINGD_CONTENT_NOTICES;
  size_t length = headingd_encode_request(&request, line, sizeof line);
  const char *expected = "{\"class\":\"request\",\"rate\":2.5,\"heading_filter\":0,\"distance_filter\":0,"
                         "\"delivery\":\"newest\",\"contents\":[\"updates\",\"notices\"]}\n";
  CHECK(length == strlen(expected) && memcmp(line, expected, length) == 0);
  request.rate = NAN;
  CHECK(headingd_encode_request(&request, line, sizeof line) == 0);
  request.rate = 20000;
  CHECK(headingd_encode_request(&request, line, sizeof line) == 0);
  command.name = HEADINGD_COMMAND_USE_PROFILE;
  command.profile = "a\"\n\\";
  expected = "{\"class\":\"command\",\"command\":\"use_profile\",\"profile\":\"a\\u0022\\u000a\\u005c\"}\n";
  length = headingd_encode_command(&command, line, sizeof line);
  CHECK(length == strlen(expected) && memcmp(line, expected, length) == 0);
  for (size_t size = 0; size < length; size++) CHECK(headingd_encode_command(&command, line, size) == 0);
  struct headingd_region region = {47.5, -8.25, 100, true, false};
  memset(&command, 0, sizeof command);
  command.name = HEADINGD_COMMAND_MONITOR;
  command.regions = &region;
  command.region_count = 1;
  expected = "{\"class\":\"command\",\"command\":\"monitor\",\"regions\":[{\"latitude\":47.5,\"longitude\":-8.25,\"radius\":100,"
             "\"entry\":true,\"exit\":false}],\"significant_changes\":false,\"visits\":false}\n";
  length = headingd_encode_command(&command, line, sizeof line);
  CHECK(length == strlen(expected) && memcmp(line, expected, length) == 0);
  command.name = HEADINGD_COMMAND_LOAD;
  command.value = INFINITY;
  CHECK(headingd_encode_command(&command, line, sizeof line) == 0);
  memset(&command, 0, sizeof command);
  command.name = HEADINGD_COMMAND_START_CALIBRATION;
  expected = "{\"class\":\"command\",\"command\":\"start_calibration\"}\n";
  length = headingd_encode_command(&command, line, sizeof line);
  CHECK(length == strlen(expected) && memcmp(line, expected, length) == 0);
  command.target = 1.5;
  command.has_heading = true;
  expected = "{\"class\":\"command\",\"command\":\"start_calibration\",\"target\":1.5,\"heading\":0}\n";
  length = headingd_encode_command(&command, line, sizeof line);
  CHECK(length == strlen(expected) && memcmp(line, expected, length) == 0);
  command.target = 0.009;
  CHECK(headingd_encode_command(&command, line, sizeof line) == 0);
  command.target = 20.5;
  CHECK(headingd_encode_command(&command, line, sizeof line) == 0);
  command.target = NAN;
  CHECK(headingd_encode_command(&command, line, sizeof line) == 0);
  command.name = HEADINGD_COMMAND_FINISH_CALIBRATION;
  command.force = true;
  expected = "{\"class\":\"command\",\"command\":\"finish_calibration\",\"force\":true}\n";
  length = headingd_encode_command(&command, line, sizeof line);
  CHECK(length == strlen(expected) && memcmp(line, expected, length) == 0);
  command.name = (enum headingd_command_name)99;
  CHECK(headingd_encode_command(&command, line, sizeof line) == 0);
}

/* ---- Contract ---- */

static struct headingd_contract contract;

/* Feeds an update that was sent at `sent` and received at `now`, both ms. */
static void feed(int64_t sent, int64_t now) {
  u.boot_time = (double)sent / 1000 - u.latency;
  headingd_contract_feed(&contract, &u, now * MS);
}

static bool drives(int64_t now) {
  return headingd_contract_drive(&contract, now * MS, HEADINGD_MAGNETIC_NORTH, &d);
}

static void a_heading_expires(void) {
  headingd_contract_init(&contract, 0, false);
  CHECK(!drives(0) && d.cause == HEADINGD_CAUSE_NO_UPDATE && isnan(d.heading) && d.simulated);
  CHECK(decode(GOOD) == HEADINGD_UPDATE);
  feed(5000, 1000);
  CHECK(drives(1000) && d.heading == 90 && d.steer == HEADINGD_STEER_OK && d.simulated);
  CHECK(fabs(d.age - 0.01) < 1e-5 && fabs(d.time_left - 0.24) < 1e-5);
  CHECK(drives(1240) && !drives(1241) && d.cause == HEADINGD_CAUSE_LATE && isnan(d.heading) && d.time_left == 0);
  CHECK(!drives(1000000000) && !drives(999));
  CHECK(!headingd_contract_drive(&contract, 1000 * MS, HEADINGD_TRUE_NORTH, &d) && d.cause == HEADINGD_CAUSE_NO_HEADING);
  headingd_contract_reset(&contract);
  CHECK(!drives(1001) && d.cause == HEADINGD_CAUSE_NO_UPDATE);
  u.latency = 1e300;
  feed(6000, 2000);
  CHECK(!drives(2000) && d.cause == HEADINGD_CAUSE_LATE);
}

static void late_lines_are_old(void) {
  headingd_contract_init(&contract, 0, false);
  CHECK(decode(GOOD) == HEADINGD_UPDATE);
  for (int i = 0; i < 100; i++) feed(5000 + i * 100, 1000 + i * 100 + i % 7);
  /* Five seconds of lines wait in the network and come at once. */
  int64_t now = 1000 + 99 * 100 + 5050;
  for (int i = 100; i <= 149; i++) {
    feed(5000 + i * 100, now);
    CHECK(drives(now) == (i >= 148));
  }
  /* Clocks that drift by 100 millionths for an hour do not look like a delay. */
  headingd_contract_init(&contract, 0, false);
  for (int64_t i = 0; i < 36000; i++) {
    int64_t ours = i * 100 + i / 100;
    feed(i * 100, ours);
    CHECK(drives(ours + 50));
  }
  /* A suspended machine: the daemon's clock is ahead by an hour. */
  feed(3600000 * 2, 3700000);
  CHECK(drives(3700000));
  /* A daemon that catches up after it was held up: times in the future, but steer stop. */
  u.steer = HEADINGD_STEER_STOP;
  feed(3600000 * 2 + 1500, 3700010);
  CHECK(!drives(3700010) && d.cause == HEADINGD_CAUSE_DAEMON);
  u.steer = HEADINGD_STEER_OK;
  feed(3600000 * 2 + 20, 3700020);
  CHECK(drives(3700020));
  /* Times that no machine has. */
  u.boot_time = 1e300;
  headingd_contract_feed(&contract, &u, 3700021 * (int64_t)MS);
  CHECK(!drives(3700021));
}

static void changes_of_source_are_counted(void) {
  headingd_contract_init(&contract, 0, false);
  CHECK(with("\"magnetic_heading\":10,\"steer\":\"ok\",\"heading_source\":\"magnetic_field\"") == HEADINGD_UPDATE);
  feed(5000, 1000);
  CHECK(drives(1000) && d.source_changes == 0 && d.axis == HEADINGD_AXIS_FORWARD);
  headingd_contract_reset(&contract);
  CHECK(with("\"magnetic_heading\":10,\"steer\":\"ok\",\"heading_source\":\"motion\"") == HEADINGD_UPDATE);
  feed(5100, 1100);
  CHECK(drives(1100) && d.source_changes == 1);
  u.axis = HEADINGD_AXIS_DOWN;
  feed(5200, 1200);
  CHECK(drives(1200) && d.source_changes == 2);
}

/* The steps of clients/conformance/steering.txt, which its README describes. */
static void steering_is_that_of_every_client(const char *path) {
  FILE *file = fopen(path, "r");
  char line[4096], name[64], connection[16], steer[16], heading[32], left[32];
  double seconds, deadline;
  int asked = 0, begin;
  CHECK(file);
  while (fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = 0;
    if (sscanf(line, "case %63s %lf %15s", name, &deadline, connection) == 3) {
      headingd_contract_init(&contract, deadline, strcmp(connection, "local") == 0);
    } else if (sscanf(line, "at %lf ask %15s %31s %31s", &seconds, steer, heading, left) == 4) {
      bool may = headingd_contract_drive(&contract, llround(seconds * S), HEADINGD_MAGNETIC_NORTH, &d);
      bool right = strcmp(headingd_steer_name(d.steer), steer) == 0 && may == (*heading != '-') &&
                   (*heading == '-' ? isnan(d.heading) : d.heading == atof(heading)) &&
                   (*left == '-' ? isnan(d.coast_left) : d.coast_left == atof(left));
      if (!right) fprintf(stderr, "steering: %s: %s\n", name, line);
      CHECK(right);
      asked++;
    } else if (sscanf(line, "at %lf line %n", &seconds, &begin) == 1 && strstr(line, " line ")) {
      CHECK(decode(line + begin) == HEADINGD_UPDATE);
      headingd_contract_feed(&contract, &u, llround(seconds * S));
    } else if (strstr(line, " lost")) {
      headingd_contract_reset(&contract);
    } else {
      CHECK(*line == 0 || *line == '#');
    }
  }
  fclose(file);
  CHECK(asked > 20);
  printf("steering: %d answers in order\n", asked);
}

/* ---- Connection: a server in this process, and a time that the test sets ---- */

static struct headingd_client client;
static char path[64];
static int server = -1, peer = -1;
static headingd_time now = 1000 * (headingd_time)S;

static enum headingd_kind next(void) { return headingd_client_next(&client, now, &u); }

static void expect(enum headingd_kind kind) {
  enum headingd_kind found = next();
  if (found != kind) fprintf(stderr, "found %d, expected %d: %s\n", found, kind, headingd_client_error(&client));
  CHECK(found == kind);
}

static void say(const char *text) {
  size_t length = strlen(text);
  CHECK(send(peer, text, length, MSG_NOSIGNAL) == (ssize_t)length);
}

/* An update whose sample is so many seconds old. */
static void say_update(double age) {
  char line[1024];
  snprintf(line, sizeof line, "{" BASE ",\"boot_time\":%.6f,\"latency\":0,\"magnetic_heading\":90,\"steer\":\"ok\"}\n",
           (double)now / S - age);
  say(line);
}

static void listen_there(void) {
  struct sockaddr_un address;
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  strcpy(address.sun_path, path);
  unlink(path);
  server = socket(AF_UNIX, SOCK_STREAM, 0);
  CHECK(bind(server, (struct sockaddr *)&address, sizeof address) == 0 && listen(server, 8) == 0);
}

/* An event that the kernel has already, or delivers soon, and that all is read. */
static void await(enum headingd_kind kind) {
  struct pollfd wait = headingd_client_poll(&client);
  CHECK(poll(&wait, 1, 5000) == 1);
  expect(kind);
  expect(HEADINGD_NONE);
}

static void meet(void) {
  if (peer >= 0) close(peer);
  expect(HEADINGD_NONE);
  peer = accept(server, NULL, NULL);
  CHECK(peer >= 0);
  expect(HEADINGD_NONE);
  say("{\"class\":\"greeting\",\"protocol\":1,\"server\":\"test\"}\n");
  await(HEADINGD_GREETING);
}

static size_t hear(char *text, size_t size) {
  ssize_t count = recv(peer, text, size - 1, MSG_DONTWAIT);
  text[count > 0 ? count : 0] = 0;
  return count > 0 ? (size_t)count : 0;
}

static bool drives_now(void) { return headingd_client_drive(&client, now, HEADINGD_MAGNETIC_NORTH, &d); }

static void the_client_waits_longer_after_each_failure(void) {
  unlink(path);
  CHECK(headingd_client_open(&client, path, NULL, 0) == HEADINGD_OK);
  CHECK(headingd_client_timeout(&client, now) == 0 && headingd_client_poll(&client).fd == -1);
  static const int pauses[] = {100, 200, 400, 800, 1600, 2000, 2000};
  for (size_t i = 0; i < sizeof pauses / sizeof *pauses; i++) {
    expect(HEADINGD_DISCONNECTED);
    expect(HEADINGD_NONE);
    CHECK(headingd_client_timeout(&client, now) == pauses[i]);
    now += pauses[i] * MS - 1;
    expect(HEADINGD_NONE);
    now++;
  }
  listen_there();
  meet();
  say_update(0);
  expect(HEADINGD_UPDATE);
  close(peer);
  peer = -1;
  expect(HEADINGD_DISCONNECTED);
  CHECK(isnan(u.magnetic_heading) && !drives_now() && d.cause == HEADINGD_CAUSE_NO_UPDATE);
  CHECK(headingd_client_timeout(&client, now) == 100);
  now += S;
}

static void the_client_drives_only_by_what_it_has_read(void) {
  meet();
  CHECK(!drives_now() && d.cause == HEADINGD_CAUSE_NO_UPDATE);
  /* A program that was held up finds a backlog. */
  for (int i = 19; i >= 0; i--) say_update(i * 0.1 - 2);
  now += 2 * S;
  for (int i = 19; i >= 0; i--) {
    expect(HEADINGD_UPDATE);
    CHECK(!drives_now() && isnan(d.heading));
    CHECK(d.cause == (i > 2 ? HEADINGD_CAUSE_LATE : HEADINGD_CAUSE_BEHIND));
  }
  CHECK(headingd_client_timeout(&client, now) == 0);
  expect(HEADINGD_NONE);
  CHECK(drives_now() && d.heading == 90);
  /* The poll ends when the heading expires. */
  CHECK(headingd_client_timeout(&client, now) == 251);
  now += 251 * MS;
  expect(HEADINGD_NONE);
  CHECK(!drives_now() && d.cause == HEADINGD_CAUSE_LATE && headingd_client_timeout(&client, now) == 4749);
}

static void a_silent_daemon_is_asked_and_left(void) {
  char text[4096];
  hear(text, sizeof text);
  now += 4749 * MS;
  expect(HEADINGD_NONE);
  CHECK(hear(text, sizeof text) && strcmp(text, "{\"class\":\"request\"}\n") == 0);
  say("{\"class\":\"request\",\"rate\":0}\n");
  now += 4 * S;
  expect(HEADINGD_REQUEST);
  expect(HEADINGD_NONE);
  now += 5 * S;
  expect(HEADINGD_NONE);
  CHECK(headingd_client_timeout(&client, now) == 5000);
  now += 5 * S;
  expect(HEADINGD_DISCONNECTED);
  now += S;
  /* Nothing at all from the new one. */
  expect(HEADINGD_NONE);
  now += 5 * S;
  expect(HEADINGD_DISCONNECTED);
  peer = accept(server, NULL, NULL);
  now += S;
}

/* Over TCP the daemon's clock is unknown; a backlog in the network ends with the connection. */
static void updates_that_stay_late_end_the_connection(void) {
  struct sockaddr_in address;
  socklen_t size = sizeof address;
  char text[32];
  int local_server = server;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  server = socket(AF_INET, SOCK_STREAM, 0);
  CHECK(bind(server, (struct sockaddr *)&address, sizeof address) == 0 && listen(server, 8) == 0);
  CHECK(getsockname(server, (struct sockaddr *)&address, &size) == 0);
  snprintf(text, sizeof text, "127.0.0.1:%d", ntohs(address.sin_port));
  headingd_client_close(&client);
  CHECK(headingd_client_open(&client, text, NULL, 0) == HEADINGD_OK);
  meet();
  say_update(1000);
  await(HEADINGD_UPDATE);
  CHECK(drives_now());
  for (int i = 0; i < 20; i++) {
    now += 100 * MS;
    say_update(1001);
    await(HEADINGD_UPDATE);
    CHECK(!drives_now() && d.cause == HEADINGD_CAUSE_LATE);
  }
  now += 100 * MS;
  expect(HEADINGD_DISCONNECTED);
  CHECK(strstr(headingd_client_error(&client), "late"));
  headingd_client_close(&client);
  close(server);
  server = local_server;
  CHECK(headingd_client_open(&client, path, NULL, 0) == HEADINGD_OK);
}

static void requests_are_sent_again_and_commands_are_not(void) {
  char text[8192];
  struct headingd_command command;
  struct headingd_request request;
  memset(&command, 0, sizeof command);
  memset(&request, 0, sizeof request);
  CHECK(headingd_client_command(&client, now, &command) == HEADINGD_NOT_CONNECTED);
  request.rate = 5;
  CHECK(headingd_client_request(&client, now, &request) == HEADINGD_OK);
  meet();
  CHECK(hear(text, sizeof text) && strstr(text, "\"rate\":5,") && !strstr(text, "command"));
  command.name = HEADINGD_COMMAND_LOAD;
  command.value = 1.5;
  int sent = 0;
  while (headingd_client_command(&client, now, &command) == HEADINGD_OK) sent++;
  CHECK(sent == 6 && headingd_client_command(&client, now, &command) == HEADINGD_BUSY);
  for (int i = 0; i < 100; i++) {
    now += 100 * MS;
    CHECK(headingd_client_command(&client, now, &command) == HEADINGD_OK);
  }
  request.rate = -1;
  CHECK(headingd_client_request(&client, now, &request) == HEADINGD_INVALID);
  say("{\"class\":\"missed\",\"count\":421}\n{\"class\":\"missed\",\"count\":-1}\n");
  say_update(0);
  expect(HEADINGD_UPDATE);
  CHECK(u.missed == 421);
  say("{\"class\":\"error\",\"reason\":\"enough\"}\n");
  expect(HEADINGD_DISCONNECTED);
  CHECK(strcmp(headingd_client_error(&client), "enough") == 0);
  now += S;
}

static void a_daemon_that_does_not_read_is_bounded(void) {
  struct headingd_command command;
  int small = 1;
  char profile[3000];
  memset(&command, 0, sizeof command);
  memset(profile, 'x', sizeof profile);
  profile[sizeof profile - 1] = 0;
  command.name = HEADINGD_COMMAND_USE_PROFILE;
  command.profile = profile;
  CHECK(headingd_client_open(&client, path, NULL, 0) == HEADINGD_OK);
  meet();
  CHECK(setsockopt(headingd_client_poll(&client).fd, SOL_SOCKET, SO_SNDBUF, &small, sizeof small) == 0);
  int sent = 0;
  for (; sent < 100; sent++) {
    now += 100 * MS;
    if (headingd_client_command(&client, now, &command) != HEADINGD_OK) break;
  }
  CHECK(sent < 100 && headingd_client_poll(&client).events == (POLLIN | POLLOUT));
  headingd_client_close(&client);
  expect(HEADINGD_NONE);
  CHECK(headingd_client_timeout(&client, now) == -1 && headingd_client_poll(&client).fd == -1);
}

/* A daemon that sends faster than this program reads cannot hold its loop. */
static void a_flood_ends_in_a_turn(void) {
  char line[1000];
  int events = 0;
  memset(line, ' ', sizeof line);
  memcpy(line, "{\"class\":\"x\"", 12);
  memcpy(line + sizeof line - 2, "}\n", 2);
  CHECK(headingd_client_open(&client, path, NULL, 0) == HEADINGD_OK);
  meet();
  say_update(0);
  do {
    while (send(peer, line, sizeof line, MSG_DONTWAIT) == (ssize_t)sizeof line) {
    }
    CHECK(++events < 1000);
  } while (next() != HEADINGD_NONE);
  CHECK(events > 100 && !drives_now() && d.cause == HEADINGD_CAUSE_BEHIND);
  CHECK(headingd_client_timeout(&client, now) == 0);
  while (next() != HEADINGD_NONE) {
  }
  CHECK(drives_now());
  headingd_client_close(&client);
}

static void addresses_are_checked(void) {
  static const char *const bad[] = {"", ":5450", "[::1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:5x", "[::1]x",
                                    "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    CHECK(headingd_client_open(&client, bad[i], NULL, 0) == HEADINGD_INVALID);
  static const char *const good[] = {"127.0.0.1", "127.0.0.1:5450", "[::1]:1", "::1", "./socket"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    CHECK(headingd_client_open(&client, good[i], NULL, 0) == HEADINGD_OK);
  struct headingd_request request;
  memset(&request, 0, sizeof request);
  request.rate = NAN;
  CHECK(headingd_client_open(&client, "./socket", &request, 0) == HEADINGD_INVALID);
}

int main(int count, char **arguments) {
  const char *folder = getenv("TMPDIR");
  alarm(60);
  snprintf(path, sizeof path, "%.30s/headingd-%ld.sock", folder ? folder : "/tmp", (long)getpid());
  numbers_are_those_of_strtod();
  /* A decimal comma, where the system has such a locale, changes nothing. */
  if (!setlocale(LC_ALL, "de_DE.UTF-8")) setlocale(LC_ALL, "");
  missing_values_are_nan();
  newer_daemons_are_understood();
  bad_lines_are_refused_whole();
  values_are_found_by_path();
  lines_are_split_within_their_buffer();
  progress_of_a_calibration_is_decoded();
  commands_are_json_in_every_locale();
  a_heading_expires();
  late_lines_are_old();
  changes_of_source_are_counted();
  the_client_waits_longer_after_each_failure();
  the_client_drives_only_by_what_it_has_read();
  a_silent_daemon_is_asked_and_left();
  updates_that_stay_late_end_the_connection();
  requests_are_sent_again_and_commands_are_not();
  a_daemon_that_does_not_read_is_bounded();
  a_flood_ends_in_a_turn();
  addresses_are_checked();
  unlink(path);
  if (count > 1) steering_is_that_of_every_client(arguments[1]);
  puts("unit: in order");
  return 0;
}
