/* Client of headingd, see headingd.h. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include "headingd.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#ifndef HEADINGD_NO_SOCKETS
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#endif

/* The times and degrees of the stream need 53 bits; AVR has 24. */
_Static_assert(sizeof(double) == 8, "double has 64 bits");

/* ---- Reading of JSON ----
 *
 * A cursor over one line. Every function stops at `end`, and none is recursive, so that no line
 * costs more than its length in time, and a fixed stack. The numbers are converted here because
 * strtod(3) depends on the locale.
 */

enum { MAXIMUM_DEPTH = 64, KEY_SIZE = 64 };

struct cursor {
  const char *at, *end;
};

static void skip_space(struct cursor *c) {
  while (c->at < c->end && (*c->at == ' ' || *c->at == '\t' || *c->at == '\r' || *c->at == '\n')) c->at++;
}

static bool take(struct cursor *c, char expected) {
  if (c->at == c->end || *c->at != expected) return false;
  c->at++;
  return true;
}

static bool take_word(struct cursor *c, const char *word) {
  size_t length = strlen(word);
  if ((size_t)(c->end - c->at) < length || memcmp(c->at, word, length) != 0) return false;
  c->at += length;
  return true;
}

static bool is_digit(const struct cursor *c) { return c->at < c->end && *c->at >= '0' && *c->at <= '9'; }

/* Value = mantissa * 10^exponent. Correctly rounded up to 15 digits, as on this wire; else within
 * one unit of the last place. */
static double scaled(uint64_t mantissa, int exponent) {
  static const long double powers[] = {1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,
                                       1e8L,  1e9L,  1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L,
                                       1e16L, 1e17L, 1e18L, 1e19L, 1e20L, 1e21L, 1e22L};
  if (mantissa == 0) return 0;
  if (mantissa < (UINT64_C(1) << 53) && exponent >= -22 && exponent <= 22) {
    double power = (double)powers[exponent < 0 ? -exponent : exponent];
    return exponent < 0 ? (double)mantissa / power : (double)mantissa * power;
  }
  if (exponent > 400) exponent = 400;
  if (exponent < -400) exponent = -400;
  long double value = (long double)mantissa;
  for (; exponent > 22; exponent -= 22) value *= powers[22];
  for (; exponent < -22; exponent += 22) value /= powers[22];
  value = exponent < 0 ? value / powers[-exponent] : value * powers[exponent];
  return (double)value;
}

static bool parse_number(struct cursor *c, double *result) {
  uint64_t mantissa = 0;
  int exponent = 0, digits = 0;
  bool negative = take(c, '-');
  if (!is_digit(c)) return false;
  bool zero = *c->at == '0';
  for (bool fraction = false;;) {
    for (; is_digit(c); c->at++) {
      /* More digits than 19 do not fit, and are below the precision. */
      if (digits < 19) {
        mantissa = mantissa * 10 + (uint64_t)(*c->at - '0');
        if (mantissa > 0) digits++;
        if (fraction) exponent--;
      } else if (!fraction) {
        exponent++;
      }
      if (zero && !fraction) {
        c->at++;
        break;
      }
    }
    if (zero && !fraction && is_digit(c)) return false;
    if (fraction || !take(c, '.')) break;
    fraction = true;
    if (!is_digit(c)) return false;
  }
  if (c->at < c->end && (*c->at == 'e' || *c->at == 'E')) {
    c->at++;
    bool down = take(c, '-');
    if (!down) take(c, '+');
    if (!is_digit(c)) return false;
    int power = 0;
    for (; is_digit(c); c->at++) {
      if (power < 100000) power = power * 10 + (*c->at - '0');
    }
    exponent += down ? -power : power;
  }
  if (result) {
    double value = scaled(mantissa, exponent);
    *result = negative ? -value : value;
  }
  return true;
}

/* One character of UTF-8; -1 if it is none (RFC 3629: no surrogates, the shortest form only). */
static int32_t parse_character(struct cursor *c) {
  unsigned char first = (unsigned char)*c->at++;
  if (first < 0x80) return first;
  int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
  static const int32_t least[] = {0, 0x80, 0x800, 0x10000};
  if (first < 0xC2 || first > 0xF4) return -1;
  int32_t scalar = first & (0x3F >> more);
  for (int i = 0; i < more; i++) {
    if (c->at == c->end || ((unsigned char)*c->at & 0xC0) != 0x80) return -1;
    scalar = scalar << 6 | (*c->at++ & 0x3F);
  }
  if (scalar < least[more] || scalar > 0x10FFFF || (scalar >= 0xD800 && scalar < 0xE000)) return -1;
  return scalar;
}

static int32_t parse_hexadecimal(struct cursor *c) {
  int32_t unit = 0;
  for (int i = 0; i < 4; i++) {
    if (c->at == c->end) return -1;
    char digit = *c->at++;
    if (digit >= '0' && digit <= '9') unit = unit << 4 | (digit - '0');
    else if (digit >= 'a' && digit <= 'f') unit = unit << 4 | (digit - 'a' + 10);
    else if (digit >= 'A' && digit <= 'F') unit = unit << 4 | (digit - 'A' + 10);
    else return -1;
  }
  return unit;
}

static int32_t parse_escape(struct cursor *c) {
  if (c->at == c->end) return -1;
  switch (*c->at++) {
  case '"': return '"';
  case '\\': return '\\';
  case '/': return '/';
  case 'b': return '\b';
  case 'f': return '\f';
  case 'n': return '\n';
  case 'r': return '\r';
  case 't': return '\t';
  case 'u': break;
  default: return -1;
  }
  int32_t unit = parse_hexadecimal(c);
  if (unit < 0xD800 || unit >= 0xE000) return unit;
  struct cursor low = *c;
  if (unit < 0xDC00 && take(&low, '\\') && take(&low, 'u')) {
    int32_t second = parse_hexadecimal(&low);
    if (second >= 0xDC00 && second < 0xE000) {
      *c = low;
      return 0x10000 + ((unit - 0xD800) << 10) + (second - 0xDC00);
    }
  }
  return 0xFFFD; /* half of a pair is no character */
}

/* Whether a terminal interprets a character: controls, and characters that reorder or hide text. */
static bool is_terminal_control(int32_t s) {
  return s < 0x20 || (s >= 0x7F && s < 0xA0) || s == 0xAD || (s >= 0x600 && s <= 0x605) || s == 0x61C ||
         s == 0x6DD || s == 0x70F || s == 0x180E || (s >= 0x200B && s <= 0x200F) ||
         (s >= 0x2028 && s <= 0x202E) || (s >= 0x2060 && s <= 0x206F) || s == 0xFEFF ||
         (s >= 0xFFF9 && s <= 0xFFFB) || (s >= 0xE0000 && s <= 0xE007F);
}

/* A string into `text` with its 0, cut between characters; `text` may be null. Returns whether the
 * string is valid; `whole`, if given, whether it was not cut. */
static bool parse_string(struct cursor *c, char *text, size_t size, bool *whole) {
  size_t used = 0;
  bool fits = true;
  if (!take(c, '"')) return false;
  while (c->at < c->end) {
    int32_t scalar;
    if (*c->at == '"') {
      c->at++;
      if (size) text[used] = 0;
      if (whole) *whole = fits;
      return true;
    }
    if ((unsigned char)*c->at < 0x20) return false;
    if (*c->at == '\\') {
      c->at++;
      scalar = parse_escape(c);
    } else {
      scalar = parse_character(c);
    }
    if (scalar < 0) return false;
    if (is_terminal_control(scalar)) scalar = '?';
    size_t bytes = scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
    if (!fits || used + bytes >= size) {
      fits = false;
      continue;
    }
    if (bytes == 1) {
      text[used++] = (char)scalar;
      continue;
    }
    static const unsigned char mark[] = {0, 0, 0xC0, 0xE0, 0xF0};
    text[used++] = (char)(mark[bytes] | scalar >> (6 * (bytes - 1)));
    for (size_t i = bytes - 1; i-- > 0;) text[used++] = (char)(0x80 | (scalar >> (6 * i) & 0x3F));
  }
  return false;
}

enum step { STEP_END, STEP_ELEMENT, STEP_ERROR };

/* The next element of an array or member of an object, whose bracket was taken; the cursor is then at
 * its value. `key` is null for an array; a key that does not fit becomes empty. */
static enum step next_element(struct cursor *c, char close, bool *first, char *key) {
  skip_space(c);
  if (take(c, close)) return STEP_END;
  if (!*first) {
    if (!take(c, ',')) return STEP_ERROR;
    skip_space(c);
  }
  *first = false;
  if (close == ']') return STEP_ELEMENT;
  bool whole = true;
  if (!parse_string(c, key, key ? KEY_SIZE : 0, &whole)) return STEP_ERROR;
  if (key && !whole) key[0] = 0;
  skip_space(c);
  if (!take(c, ':')) return STEP_ERROR;
  skip_space(c);
  return STEP_ELEMENT;
}

/* Passes over a value of any kind; of what encloses it, a bit says whether it is an object. */
static bool parse_value(struct cursor *c) {
  uint64_t objects = 0;
  bool first = true;
  for (int depth = 0;;) {
    if (c->at == c->end) return false;
    if (*c->at == '[' || *c->at == '{') {
      if (depth++ == MAXIMUM_DEPTH) return false;
      objects = objects << 1 | (*c->at++ == '{');
      first = true;
    } else if (*c->at == '"') {
      if (!parse_string(c, NULL, 0, NULL)) return false;
    } else if (!take_word(c, "true") && !take_word(c, "false") && !take_word(c, "null")) {
      if (!parse_number(c, NULL)) return false;
    }
    for (;; first = false) {
      if (depth == 0) return true;
      enum step step = next_element(c, objects & 1 ? '}' : ']', &first, NULL);
      if (step == STEP_ERROR) return false;
      if (step == STEP_ELEMENT) break;
      depth--;
      objects >>= 1;
    }
  }
}

/* The value at a path in an object or array; of equal keys the last. */
static bool find(struct cursor c, const char *path, struct cursor *value) {
  while (*path) {
    size_t length = strcspn(path, ".");
    bool found = false, first = true, object;
    unsigned long index = 0;
    char key[KEY_SIZE], wanted[KEY_SIZE];
    if (length >= KEY_SIZE) return false;
    memcpy(wanted, path, length);
    wanted[length] = 0;
    skip_space(&c);
    object = take(&c, '{');
    if (!object && !take(&c, '[')) return false;
    struct cursor inner = c;
    for (;; index++) {
      enum step step = next_element(&c, object ? '}' : ']', &first, object ? key : NULL);
      if (step == STEP_ERROR) return false;
      if (step == STEP_END) break;
      if (!object) snprintf(key, sizeof key, "%lu", index);
      if (strcmp(key, wanted) == 0) {
        inner = c;
        found = true;
      }
      if (!parse_value(&c)) return false;
    }
    if (!found) return false;
    c = inner;
    path += length;
    if (*path == '.') path++;
  }
  *value = c;
  return true;
}

static struct cursor cursor_of(const char *line, size_t length) {
  struct cursor c = {line, line + length};
  return c;
}

bool headingd_number(const char *line, size_t length, const char *path, double *value) {
  struct cursor c;
  *value = NAN;
  if (!line || !find(cursor_of(line, length), path, &c)) return false;
  if (!parse_number(&c, value) || !isfinite(*value)) {
    *value = NAN;
    return false;
  }
  return true;
}

bool headingd_boolean(const char *line, size_t length, const char *path, bool *value) {
  struct cursor c;
  *value = false;
  if (!line || !find(cursor_of(line, length), path, &c)) return false;
  if (take_word(&c, "false")) return true;
  *value = take_word(&c, "true");
  return *value;
}

bool headingd_text(const char *line, size_t length, const char *path, char *text, size_t size) {
  struct cursor c;
  if (size) text[0] = 0;
  if (!line || !find(cursor_of(line, length), path, &c)) return false;
  if (parse_string(&c, text, size, NULL)) return true;
  if (size) text[0] = 0;
  return false;
}

/* ---- Updates ---- */

#define HEADINGD_STRING(name, text) text,
static const char *const reason_names[] = {HEADINGD_REASONS(HEADINGD_STRING)};
static const char *const input_names[] = {HEADINGD_INPUTS(HEADINGD_STRING)};
#undef HEADINGD_STRING
static const char *const steer_names[] = {"stop", "ok", "degraded", "coast"};
static const char *const status_names[] = {"invalid", "valid", "degraded", "coasting"};
static const char *const axis_names[] = {"", "+y", "-z", "+z"};
static const char *const source_names[] = {"", "magnetic_field", "motion", "external"};
static const char *const cause_names[] = {"none",      "no_update", "behind", "daemon",
                                          "no_heading", "coasted",   "late"};

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define NAME(table, index) ((size_t)(index) < COUNT(table) ? (table)[index] : "")

const char *headingd_reason_name(enum headingd_reason reason) { return NAME(reason_names, reason); }
const char *headingd_input_name(enum headingd_input input) { return NAME(input_names, input); }
const char *headingd_steer_name(enum headingd_steer steer) { return NAME(steer_names, steer); }
const char *headingd_status_name(enum headingd_status status) { return NAME(status_names, status); }
const char *headingd_cause_name(enum headingd_cause cause) { return NAME(cause_names, cause); }

enum range { ANY, POSITIVE, DIRECTION, RIGHT_ANGLE, HALF_TURN };

struct row {
  const char *key;
  size_t offset;
  enum headingd_value value;
  unsigned char count; /* of numbers: 1, or the length of an array */
  unsigned char range;
};

#define ROW(key, field, value, count, range) \
  {key, offsetof(struct headingd_update, field), HEADINGD_##value, count, range}

/* In the order of the daemon's lines, in which a search continues at the row before. */
static const struct row rows[] = {
  ROW("boot_time", boot_time, BOOT_TIME, 1, ANY),
  ROW("magnetic_heading", magnetic_heading, MAGNETIC_HEADING, 1, DIRECTION),
  ROW("true_heading", true_heading, TRUE_HEADING, 1, DIRECTION),
  ROW("heading_accuracy", heading_accuracy, HEADING_ACCURACY, 1, POSITIVE),
  ROW("heading_accuracy_95", heading_accuracy_95, HEADING_ACCURACY_95, 1, POSITIVE),
  ROW("true_heading_accuracy", true_heading_accuracy, TRUE_HEADING_ACCURACY, 1, POSITIVE),
  ROW("declination", declination, DECLINATION, 1, HALF_TURN),
  ROW("pitch", pitch, PITCH, 1, RIGHT_ANGLE),
  ROW("roll", roll, ROLL, 1, HALF_TURN),
  ROW("pitch_accuracy", pitch_accuracy, PITCH_ACCURACY, 1, POSITIVE),
  ROW("roll_accuracy", roll_accuracy, ROLL_ACCURACY, 1, POSITIVE),
  ROW("attitude", attitude, ATTITUDE, 4, ANY),
  ROW("attitude_covariance", attitude_covariance, ATTITUDE_COVARIANCE, 9, ANY),
  ROW("rotation_rate", rotation_rate, ROTATION_RATE, 3, ANY),
  ROW("linear_acceleration", linear_acceleration, LINEAR_ACCELERATION, 3, ANY),
  ROW("field", field, FIELD, 3, ANY),
  ROW("field_strength", field_strength, FIELD_STRENGTH, 1, POSITIVE),
  ROW("inclination", inclination, INCLINATION, 1, RIGHT_ANGLE),
  ROW("latitude", latitude, LATITUDE, 1, RIGHT_ANGLE),
  ROW("longitude", longitude, LONGITUDE, 1, HALF_TURN),
  ROW("altitude", altitude, ALTITUDE, 1, ANY),
  ROW("ellipsoidal_altitude", ellipsoidal_altitude, ELLIPSOIDAL_ALTITUDE, 1, ANY),
  ROW("horizontal_accuracy", horizontal_accuracy, HORIZONTAL_ACCURACY, 1, POSITIVE),
  ROW("vertical_accuracy", vertical_accuracy, VERTICAL_ACCURACY, 1, POSITIVE),
  ROW("speed", speed, SPEED, 1, POSITIVE),
  ROW("course", course, COURSE, 1, DIRECTION),
  ROW("velocity", velocity, VELOCITY, 3, ANY),
  ROW("speed_accuracy", speed_accuracy, SPEED_ACCURACY, 1, POSITIVE),
  ROW("course_accuracy", course_accuracy, COURSE_ACCURACY, 1, POSITIVE),
  ROW("fix_age", fix_age, FIX_AGE, 1, POSITIVE),
  ROW("coasting_time", coasting_time, COASTING_TIME, 1, POSITIVE),
  ROW("pressure", pressure, PRESSURE, 1, POSITIVE),
  ROW("relative_altitude", relative_altitude, RELATIVE_ALTITUDE, 1, ANY),
  ROW("climb_rate", climb_rate, CLIMB_RATE, 1, ANY),
  ROW("climb_rate_accuracy", climb_rate_accuracy, CLIMB_RATE_ACCURACY, 1, POSITIVE),
  ROW("coast_left", coast_left, COAST_LEFT, 1, POSITIVE),
  ROW("latency", latency, LATENCY, 1, ANY),
};

static const struct row term_rows[] = {
  ROW("noise", error_terms.noise, NOISE, 1, POSITIVE),
  ROW("gyroscope_hold", error_terms.gyroscope_hold, GYROSCOPE_HOLD, 1, POSITIVE),
  ROW("calibration", error_terms.calibration, CALIBRATION_ERROR, 1, POSITIVE),
  ROW("disturbance", error_terms.disturbance, DISTURBANCE, 1, POSITIVE),
  ROW("local_field", error_terms.local_field, LOCAL_FIELD, 1, POSITIVE),
  ROW("tilt", error_terms.tilt, TILT, 1, POSITIVE),
  ROW("declination", error_terms.declination, DECLINATION_ERROR, 1, POSITIVE),
};

#define WAVES(key, field, value, count, range) ROW(key, waves.field, value, count, range)
static const struct row wave_rows[] = {
  WAVES("heave", heave, HEAVE, 1, ANY),
  WAVES("heave_accuracy", heave_accuracy, HEAVE_ACCURACY, 1, POSITIVE),
  WAVES("heave_rate", heave_rate, HEAVE_RATE, 1, ANY),
  WAVES("delayed_heave", delayed_heave, DELAYED_HEAVE, 1, ANY),
  WAVES("delayed_heave_accuracy", delayed_heave_accuracy, DELAYED_HEAVE_ACCURACY, 1, POSITIVE),
  WAVES("delay", delay, HEAVE_DELAY, 1, POSITIVE),
  WAVES("duration", duration, WAVE_DURATION, 1, POSITIVE),
  WAVES("height", height, WAVE_HEIGHT, 1, POSITIVE),
  WAVES("height_accuracy", height_accuracy, WAVE_HEIGHT_ACCURACY, 1, POSITIVE),
  WAVES("period", period, WAVE_PERIOD, 1, POSITIVE),
  WAVES("period_accuracy", period_accuracy, WAVE_PERIOD_ACCURACY, 1, POSITIVE),
  WAVES("roll", roll, WAVE_ROLL, 4, ANY),
  WAVES("pitch", pitch, WAVE_PITCH, 4, ANY),
};

static double *slot(struct headingd_update *update, const struct row *row) {
  return (double *)(void *)((char *)update + row->offset);
}

static void forget(struct headingd_update *update, const struct row *row) {
  update->present &= ~(UINT64_C(1) << row->value);
  for (int i = 0; i < row->count; i++) slot(update, row)[i] = NAN;
}

static void forget_all(struct headingd_update *update, const struct row *table, size_t count) {
  for (size_t i = 0; i < count; i++) forget(update, &table[i]);
}

void headingd_clear(struct headingd_update *update) {
  memset(update, 0, sizeof *update);
  update->simulated = true;
  update->time = NAN;
  forget_all(update, rows, COUNT(rows));
  forget_all(update, term_rows, COUNT(term_rows));
  forget_all(update, wave_rows, COUNT(wave_rows));
}

static bool is_in_range(double value, unsigned range) {
  switch (range) {
  case POSITIVE: return value >= 0;
  case DIRECTION: return value >= 0 && value < 360;
  case RIGHT_ANGLE: return value >= -90 && value <= 90;
  case HALF_TURN: return value >= -180 && value <= 180;
  default: return true;
  }
}

static bool parse_finite(struct cursor *c, double *value) {
  return parse_number(c, value) && isfinite(*value);
}

static bool is_null(const struct cursor *c) { return c->at < c->end && *c->at == 'n'; }

/* Reads the value of a row; anything but what the row describes leaves it missing. */
static void read_row(struct cursor c, struct headingd_update *update, const struct row *row) {
  double *values = slot(update, row);
  bool first = true, good = true;
  forget(update, row);
  if (is_null(&c)) return;
  if (row->count == 1) {
    good = parse_finite(&c, values) && is_in_range(*values, row->range);
  } else if (take(&c, '[')) {
    for (int i = 0; i < row->count && good; i++)
      good = next_element(&c, ']', &first, NULL) == STEP_ELEMENT && parse_finite(&c, &values[i]);
    good = good && next_element(&c, ']', &first, NULL) == STEP_END;
  } else {
    good = false;
  }
  if (good) {
    update->present |= UINT64_C(1) << row->value;
  } else {
    forget(update, row);
    update->malformed = true;
  }
}

static const struct row *row_of(const struct row *table, size_t count, const char *key, size_t *hint) {
  for (size_t i = 0; i < count; i++, *hint = (*hint + 1) % count) {
    if (strcmp(table[*hint].key, key) == 0) return &table[*hint];
  }
  return NULL;
}

/* Reads an object whose members are the rows of a table. */
static void read_members(struct cursor c, struct headingd_update *update, const struct row *table,
                         size_t count) {
  bool first = true;
  char key[KEY_SIZE];
  size_t hint = 0;
  forget_all(update, table, count);
  if (is_null(&c)) return;
  if (!take(&c, '{')) {
    update->malformed = true;
    return;
  }
  while (next_element(&c, '}', &first, key) == STEP_ELEMENT) {
    const struct row *row = row_of(table, count, key, &hint);
    if (row) read_row(c, update, row);
    if (!parse_value(&c)) return;
  }
}

/* Index of a word; -1 for no word, the table's length for an unknown one. */
static int read_word(const struct cursor *value, const char *const *names, size_t count) {
  struct cursor c = *value;
  char word[KEY_SIZE];
  bool whole;
  if (!parse_string(&c, word, sizeof word, &whole)) return -1;
  for (size_t i = 0; whole && i < count; i++) {
    if (strcmp(names[i], word) == 0) return (int)i;
  }
  return (int)count;
}

/* A list of words as bits; what is no word is left out, and false returned. */
static bool read_words(struct cursor c, const char *const *names, size_t count, uint64_t bits[2],
                       unsigned *unknown) {
  bool first = true, good = true;
  bits[0] = bits[1] = 0;
  *unknown = 0;
  if (!take(&c, '[')) return false;
  while (next_element(&c, ']', &first, NULL) == STEP_ELEMENT) {
    int index = read_word(&c, names, count);
    if (index < 0) good = false;
    else if ((size_t)index == count) ++*unknown;
    else bits[index / 64] |= UINT64_C(1) << (index % 64);
    if (!parse_value(&c)) return false;
  }
  return good;
}

static bool read_digits(struct cursor *c, int count, int least, int most, int *value) {
  *value = 0;
  for (int i = 0; i < count; i++) {
    if (!is_digit(c)) return false;
    *value = *value * 10 + (*c->at++ - '0');
  }
  return *value >= least && *value <= most;
}

/* RFC 3339 in UTC as seconds since 1970; NaN for anything else. */
static double read_time(struct cursor c) {
  static const int days_before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
  static const int days_in[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  int year, month, day, hour, minute, second;
  double fraction = 0;
  if (!take(&c, '"') || !read_digits(&c, 4, 1, 9999, &year) || !take(&c, '-') ||
      !read_digits(&c, 2, 1, 12, &month) || !take(&c, '-') ||
      !read_digits(&c, 2, 1, days_in[month - 1], &day) || !take(&c, 'T') ||
      !read_digits(&c, 2, 0, 23, &hour) || !take(&c, ':') || !read_digits(&c, 2, 0, 59, &minute) ||
      !take(&c, ':') || !read_digits(&c, 2, 0, 60, &second))
    return NAN;
  if (take(&c, '.')) {
    if (!is_digit(&c)) return NAN;
    for (double unit = 0.1; is_digit(&c); c.at++, unit /= 10) fraction += unit * (*c.at - '0');
  }
  if (!take(&c, 'Z') || !take(&c, '"')) return NAN;
  bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  if (month == 2 && day == 29 && !leap) return NAN;
  int before = year - 1;
  int64_t days = (int64_t)before * 365 + before / 4 - before / 100 + before / 400 - 719162 +
                 days_before[month - 1] + (leap && month > 2) + day - 1;
  return (double)(days * 86400 + hour * 3600 + minute * 60 + second) + fraction;
}

/* The keys besides the rows: true if the key is one of them. */
static bool read_other(struct cursor c, struct headingd_update *update, const char *key) {
  uint64_t bits[2];
  unsigned unknown;
  int index;
#define IS(name) (strcmp(key, name) == 0)
/* An unknown word, or none, is the safe value 0. */
#define WORD(field, type, names) \
  (index = read_word(&c, names, COUNT(names)), \
   update->field = index < 0 || (size_t)index == COUNT(names) ? (enum type)0 : (enum type)index)
  if (IS("status")) {
    WORD(status, headingd_status, status_names);
  } else if (IS("steer")) {
    WORD(steer, headingd_steer, steer_names);
  } else if (IS("heading_axis")) {
    WORD(axis, headingd_axis, axis_names);
    if (index < 0 && !is_null(&c)) update->malformed = true;
  } else if (IS("heading_source")) {
    WORD(source, headingd_source, source_names);
    if (index < 0 && !is_null(&c)) update->malformed = true;
  } else if (IS("reasons")) {
    if (!read_words(c, reason_names, COUNT(reason_names), bits, &unknown)) update->malformed = true;
    memcpy(update->reasons, bits, sizeof bits);
    update->unknown_reasons = unknown;
  } else if (IS("sources")) {
    if (!read_words(c, input_names, COUNT(input_names), bits, &unknown)) update->malformed = true;
    update->inputs = (uint32_t)bits[0];
  } else if (IS("simulated")) {
    update->simulated = !take_word(&c, "false");
  } else if (IS("time")) {
    update->time = read_time(c);
    update->present &= ~(UINT64_C(1) << HEADINGD_TIME);
    if (!isnan(update->time)) update->present |= UINT64_C(1) << HEADINGD_TIME;
    else if (!is_null(&c) && c.at < c.end && *c.at != '"') update->malformed = true;
  } else if (IS("error_terms")) {
    read_members(c, update, term_rows, COUNT(term_rows));
  } else if (IS("waves")) {
    read_members(c, update, wave_rows, COUNT(wave_rows));
  } else {
    return false;
  }
  return true;
#undef IS
#undef WORD
}

/* Reads an update, whose line is known to be an object. */
static void read_update(struct cursor c, struct headingd_update *update) {
  bool first = true;
  char key[KEY_SIZE];
  size_t hint = 0;
  headingd_clear(update);
  skip_space(&c);
  take(&c, '{');
  while (next_element(&c, '}', &first, key) == STEP_ELEMENT) {
    if (!read_other(c, update, key)) {
      const struct row *row = row_of(rows, COUNT(rows), key, &hint);
      if (row) read_row(c, update, row);
    }
    if (!parse_value(&c)) break;
  }
  if (!headingd_has(update, HEADINGD_MAGNETIC_HEADING)) update->steer = HEADINGD_STEER_STOP;
}

static enum headingd_kind kind_of(const char *class_name) {
  static const struct {
    const char *name;
    enum headingd_kind kind;
  } kinds[] = {
    {"greeting", HEADINGD_GREETING},
    {"sample", HEADINGD_SAMPLE},
    {"notice", HEADINGD_NOTICE},
    {"recording", HEADINGD_RECORDING},
    {"question", HEADINGD_QUESTION},
    {"missed", HEADINGD_MISSED},
    {"request", HEADINGD_REQUEST},
    {"status", HEADINGD_STATUS},
    {"calibration", HEADINGD_CALIBRATION},
    {"profiles", HEADINGD_PROFILES},
    {"load", HEADINGD_LOAD},
    {"authorization", HEADINGD_AUTHORIZATION},
    {"authorizations", HEADINGD_AUTHORIZATIONS},
    {"monitoring", HEADINGD_MONITORING},
    {"failure", HEADINGD_FAILURE},
    {"error", HEADINGD_ERROR},
    {"calibration_progress", HEADINGD_CALIBRATION_PROGRESS},
  };
  for (size_t i = 0; i < COUNT(kinds); i++) {
    if (strcmp(class_name, kinds[i].name) == 0) return kinds[i].kind;
  }
  return HEADINGD_OTHER;
}

enum headingd_kind headingd_decode(const char *line, size_t length, struct headingd_update *update) {
  struct cursor c = cursor_of(line, length), value;
  char name[KEY_SIZE];
  skip_space(&c);
  /* The whole line is checked first: a torn one must not leave half of its values. */
  bool good = c.at < c.end && *c.at == '{' && parse_value(&c);
  skip_space(&c);
  good = good && c.at == c.end;
  if (!good) {
    headingd_clear(update);
    return HEADINGD_MALFORMED;
  }
  if (find(cursor_of(line, length), "class", &value)) {
    bool whole;
    return parse_string(&value, name, sizeof name, &whole) && whole ? kind_of(name) : HEADINGD_OTHER;
  }
  read_update(cursor_of(line, length), update);
  return HEADINGD_UPDATE;
}

void headingd_calibration_progress(const char *line, size_t length, struct headingd_progress *progress) {
  const struct {
    const char *path;
    double *value;
  } numbers[] = {
    {"elapsed", &progress->elapsed},
    {"samples", &progress->samples},
    {"coverage", &progress->coverage},
    {"headings", &progress->headings},
    {"tilt", &progress->tilt},
    {"predicted_heading_error.level", &progress->error_level},
    {"predicted_heading_error.tilt20", &progress->error_tilt20},
    {"predicted_heading_error.tilt45", &progress->error_tilt45},
    {"target", &progress->target},
  };
  for (size_t i = 0; i < COUNT(numbers); i++)
    (void)headingd_number(line, length, numbers[i].path, numbers[i].value);
  (void)headingd_boolean(line, length, "accepted", &progress->accepted);
  (void)headingd_boolean(line, length, "complete", &progress->complete);
  bool known = headingd_boolean(line, length, "simulated", &progress->simulated);
  progress->simulated = progress->simulated || !known;
}

/* ---- Lines ---- */

void headingd_lines_init(struct headingd_lines *lines, char *buffer, size_t size) {
  memset(lines, 0, sizeof *lines);
  lines->buffer = buffer;
  lines->size = size;
}

char *headingd_lines_space(struct headingd_lines *lines, size_t *room) {
  if (lines->begin > 0) {
    memmove(lines->buffer, lines->buffer + lines->begin, lines->end - lines->begin);
    lines->scanned -= lines->begin;
    lines->end -= lines->begin;
    lines->begin = 0;
  }
  *room = lines->size - lines->end;
  return lines->buffer + lines->end;
}

void headingd_lines_added(struct headingd_lines *lines, size_t count) {
  size_t room = lines->size - lines->end;
  lines->end += count < room ? count : room;
}

bool headingd_lines_next(struct headingd_lines *lines, const char **line, size_t *length) {
  for (;;) {
    char *from = lines->buffer + lines->scanned;
    char *feed = lines->end > lines->scanned ? (char *)memchr(from, '\n', lines->end - lines->scanned) : NULL;
    if (!feed) {
      lines->scanned = lines->end;
      if (lines->end - lines->begin == lines->size) {
        if (!lines->skipping) lines->too_long++;
        lines->skipping = true;
        lines->begin = lines->scanned = lines->end = 0;
      }
      return false;
    }
    *line = lines->buffer + lines->begin;
    *length = (size_t)(feed - *line);
    lines->begin = lines->scanned = (size_t)(feed - lines->buffer) + 1;
    bool skip = lines->skipping;
    lines->skipping = false;
    if (!skip) return true;
  }
}

/* ---- Requests and commands ---- */

struct writer {
  char *line;
  size_t size, length;
  bool good, comma;
};

static void put(struct writer *w, const char *text, size_t length) {
  if (!w->good || w->size - w->length < length) {
    w->good = false;
    return;
  }
  memcpy(w->line + w->length, text, length);
  w->length += length;
}

static void put_text(struct writer *w, const char *text) { put(w, text, strlen(text)); }

static void put_string(struct writer *w, const char *text) {
  char escape[8];
  put_text(w, "\"");
  for (; *text && w->good; text++) {
    unsigned char byte = (unsigned char)*text;
    if (byte < 0x20 || byte == '"' || byte == '\\') {
      snprintf(escape, sizeof escape, "\\u%04x", (unsigned)byte);
      put_text(w, escape);
    } else {
      put(w, text, 1);
    }
  }
  put_text(w, "\"");
}

static void put_key(struct writer *w, const char *key) {
  if (w->comma) put_text(w, ",");
  w->comma = true;
  put_string(w, key);
  put_text(w, ":");
}

static void put_member(struct writer *w, const char *key, const char *text) {
  if (!text) return;
  put_key(w, key);
  put_string(w, text);
}

static void put_boolean(struct writer *w, const char *key, bool value) {
  put_key(w, key);
  put_text(w, value ? "true" : "false");
}

static void put_number(struct writer *w, const char *key, double value, double least, double most) {
  char digits[40];
  if (!(value >= least && value <= most)) {
    w->good = false;
    return;
  }
  put_key(w, key);
  snprintf(digits, sizeof digits, "%.15g", value);
  /* printf(3) writes the locale's decimal separator, of one byte or more. */
  bool point = false;
  for (const char *at = digits; *at; at++) {
    bool plain = strchr("+-0123456789e", *at) != NULL;
    if (plain || !point) put(w, plain ? at : ".", 1);
    point = !plain;
  }
}

static size_t finish(struct writer *w) {
  put_text(w, "}\n");
  return w->good && w->length <= HEADINGD_REQUEST_MAX ? w->length : 0;
}

size_t headingd_encode_request(const struct headingd_request *request, char *line, size_t size) {
  static const char *const contents[] = {"updates", "samples", "notices", "recording", "questions"};
  struct writer w = {line, size, 0, true, false};
  put_text(&w, "{");
  put_member(&w, "class", "request");
  put_number(&w, "rate", request->rate, 0, 10000);
  put_number(&w, "heading_filter", request->heading_filter, 0, 180);
  put_number(&w, "distance_filter", request->distance_filter, 0, 1e7);
  put_member(&w, "delivery", request->all ? "all" : "newest");
  put_key(&w, "contents");
  put_text(&w, "[");
  unsigned bits = request->contents ? request->contents : HEADINGD_CONTENT_UPDATES;
  if (bits >> COUNT(contents)) w.good = false;
  const char *separator = "";
  for (size_t i = 0; i < COUNT(contents); i++) {
    if (!(bits >> i & 1)) continue;
    put_text(&w, separator);
    put_string(&w, contents[i]);
    separator = ",";
  }
  put_text(&w, "]");
  if (request->authorization) put_boolean(&w, "authorization", true);
  return finish(&w);
}

static void put_regions(struct writer *w, const struct headingd_command *command) {
  put_key(w, "regions");
  put_text(w, "[");
  for (size_t i = 0; i < command->region_count && w->good; i++) {
    const struct headingd_region *region = &command->regions[i];
    put_text(w, i ? ",{" : "{");
    w->comma = false;
    put_number(w, "latitude", region->latitude, -90, 90);
    put_number(w, "longitude", region->longitude, -180, 180);
    put_number(w, "radius", region->radius, 0, 1e9);
    put_boolean(w, "entry", region->entry);
    put_boolean(w, "exit", region->exit);
    put_text(w, "}");
  }
  put_text(w, "]");
  w->comma = true;
}

size_t headingd_encode_command(const struct headingd_command *command, char *line, size_t size) {
  static const char *const names[] = {
    "status", "calibration", "profiles", "use_profile", "accept_calibration", "rollback_calibration",
    "load", "authorization", "request_authorization", "monitor", "authorizations", "authorize", "answer",
    "start_calibration", "finish_calibration", "cancel_calibration",
  };
  struct writer w = {line, size, 0, true, false};
  char digits[24];
  if ((size_t)command->name >= COUNT(names)) return 0;
  put_text(&w, "{");
  put_member(&w, "class", "command");
  put_member(&w, "command", names[command->name]);
  switch (command->name) {
  case HEADINGD_COMMAND_USE_PROFILE: put_member(&w, "profile", command->profile); break;
  case HEADINGD_COMMAND_LOAD: put_number(&w, "value", command->value, -1e300, 1e300); break;
  case HEADINGD_COMMAND_START_CALIBRATION:
    if (command->target != 0) put_number(&w, "target", command->target, 0.01, 20);
    if (command->has_heading) put_number(&w, "heading", command->heading, 0, 360);
    break;
  case HEADINGD_COMMAND_FINISH_CALIBRATION:
    if (command->force) put_boolean(&w, "force", true);
    break;
  case HEADINGD_COMMAND_REQUEST_AUTHORIZATION:
    put_member(&w, "wish", command->wish);
    put_member(&w, "purpose", command->purpose);
    break;
  case HEADINGD_COMMAND_MONITOR:
    put_member(&w, "monitor", command->monitor);
    put_regions(&w, command);
    put_boolean(&w, "significant_changes", command->significant_changes);
    put_boolean(&w, "visits", command->visits);
    break;
  case HEADINGD_COMMAND_AUTHORIZE:
    put_member(&w, "program", command->program);
    if (command->has_user) put_number(&w, "user", command->user, 0, UINT32_MAX);
    put_member(&w, "grant", command->grant);
    put_boolean(&w, "reduced_accuracy", command->reduced_accuracy);
    break;
  case HEADINGD_COMMAND_ANSWER:
    put_key(&w, "question");
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)command->question);
    put_text(&w, digits);
    put_member(&w, "answer", command->answer);
    break;
  default: break;
  }
  return finish(&w);
}

/* ---- Contract ---- */

#define SECOND INT64_C(1000000) /* µs */

/* The offset of a remote daemon's clock may rise so much slower than ours: twice what two quartz
 * clocks differ by. A delay that grows faster than this is seen as one. */
enum { DRIFT_DIVISOR = 2000 };

void headingd_contract_init(struct headingd_contract *contract, double deadline, bool local) {
  if (!(deadline > 0 && deadline < 1e6)) deadline = HEADINGD_DEADLINE;
  memset(contract, 0, sizeof *contract);
  contract->deadline = (headingd_time)(deadline * SECOND);
  contract->local = local;
}

void headingd_contract_reset(struct headingd_contract *contract) {
  contract->known = contract->synchronized = false;
}

/* The newest sample's time on our clock, or the latest that it can be; false if unknown. */
static bool sample_time(struct headingd_contract *contract, const struct headingd_update *update,
                        headingd_time now) {
  if (!(update->latency < 1e6)) return false; /* or NaN */
  headingd_time latency = update->latency > 0 ? (headingd_time)(update->latency * SECOND) : 0;
  bool dated = update->boot_time > -1e11 && update->boot_time < 1e11;
  headingd_time boot_time = dated ? (headingd_time)(update->boot_time * SECOND) : 0;
  contract->sample = now - latency;
  if (contract->local) {
    if (boot_time < contract->sample) contract->sample = boot_time;
    return dated;
  }
  if (!dated) return !headingd_has(update, HEADINGD_BOOT_TIME);
  /* The times of a daemon that catches up are not consistent; nobody drives by them. */
  if (update->steer == HEADINGD_STEER_STOP) return true;
  /* Of all differences between the time of receipt and the daemon's time the smallest is that of the
   * fastest line; a line that waited in the network is older by the rest. */
  headingd_time offset = now - (boot_time + latency);
  if (contract->synchronized) {
    headingd_time least = contract->offset + (now - contract->offset_at) / DRIFT_DIVISOR;
    if (least < offset) offset = least;
  }
  contract->synchronized = true;
  contract->offset = offset;
  contract->offset_at = now;
  contract->sample = boot_time + offset;
  return true;
}

void headingd_contract_feed(struct headingd_contract *contract, const struct headingd_update *update,
                            headingd_time now) {
  if (update->source != HEADINGD_SOURCE_UNKNOWN) {
    if (contract->source != HEADINGD_SOURCE_UNKNOWN &&
        (contract->source != update->source || contract->axis != update->axis))
      contract->source_changes++;
    contract->source = update->source;
  }
  contract->axis = update->axis;
  contract->known = true;
  contract->simulated = update->simulated;
  contract->steer = update->steer;
  contract->heading[0] = update->magnetic_heading;
  contract->heading[1] = update->true_heading;
  contract->accuracy[0] = update->heading_accuracy;
  contract->accuracy[1] = update->true_heading_accuracy;
  contract->received = now;
  contract->dated = sample_time(contract, update, now);
  double left = headingd_has(update, HEADINGD_COAST_LEFT) ? update->coast_left : 0;
  contract->coast_until = now + (headingd_time)((left < 1e6 ? left : 1e6) * SECOND);
}

bool headingd_contract_drive(const struct headingd_contract *contract, headingd_time now,
                             enum headingd_north north, struct headingd_drive *drive) {
  int index = north == HEADINGD_TRUE_NORTH;
  bool coasts = contract->steer == HEADINGD_STEER_COAST;
  /* The first microsecond at which it is too old. */
  headingd_time end = contract->sample + contract->deadline + 1;
  memset(drive, 0, sizeof *drive);
  drive->heading = drive->accuracy = drive->age = drive->coast_left = NAN;
  drive->source_changes = contract->source_changes;
  drive->simulated = !contract->known || contract->simulated;
  if (!contract->known) {
    drive->cause = HEADINGD_CAUSE_NO_UPDATE;
  } else if (contract->steer == HEADINGD_STEER_STOP) {
    drive->cause = HEADINGD_CAUSE_DAEMON;
  } else if (isnan(contract->heading[index])) {
    drive->cause = HEADINGD_CAUSE_NO_HEADING;
  } else if (!contract->dated || now < contract->received || now >= end) {
    drive->cause = HEADINGD_CAUSE_LATE;
  } else if (coasts && now >= contract->coast_until) {
    drive->cause = HEADINGD_CAUSE_COASTED;
  } else {
    if (coasts && contract->coast_until < end) end = contract->coast_until;
    drive->steer = contract->steer;
    drive->axis = contract->axis;
    drive->heading = contract->heading[index];
    drive->accuracy = contract->accuracy[index];
    drive->age = (double)(now - contract->sample) / SECOND;
    drive->time_left = (double)(end - now) / SECOND;
    if (coasts) drive->coast_left = (double)(contract->coast_until - now) / SECOND;
    return true;
  }
  return false;
}

#ifndef HEADINGD_NO_SOCKETS

/* ---- Connection ---- */

enum phase {
  PHASE_PAUSE,      /* no descriptor until retry_at */
  PHASE_CONNECTING, /* the connection is being made */
  PHASE_OPEN        /* lines come */
};

enum {
  PAUSE_FIRST = SECOND / 10,
  PAUSE_MOST = 2 * SECOND,
  PATIENCE = 5 * SECOND,           /* with a connection, a greeting, the answer to a request */
  LATE_MOST = 2 * SECOND,          /* of updates that all come too late: a new connection */
  REQUEST_COST = SECOND / 12,      /* at most 7 + 12 requests in any second, of the daemon's 20 */
  REQUEST_CREDIT = 7 * REQUEST_COST,
  BUDGET = 256 * 1024              /* bytes until a headingd_client_next() returns NONE */
};

#ifdef CLOCK_BOOTTIME
enum { IS_BOOTTIME = 1 };
#else
enum { IS_BOOTTIME = 0 };
#endif

headingd_time headingd_now(void) {
  struct timespec now;
#ifdef CLOCK_BOOTTIME
  if (clock_gettime(CLOCK_BOOTTIME, &now) != 0)
#endif
    clock_gettime(CLOCK_MONOTONIC, &now);
  return (headingd_time)now.tv_sec * SECOND + now.tv_nsec / 1000;
}

static enum headingd_result look_up(struct headingd_client *client, const char *text) {
  char host[256], port[8];
  snprintf(port, sizeof port, "%d", HEADINGD_PORT);
  const char *begin = text, *end = text + strlen(text), *rest = end;
  if (*text == '[') {
    begin++;
    end = strchr(begin, ']');
    if (!end) return HEADINGD_INVALID;
    rest = end + 1;
  } else if (strchr(text, ':') && strchr(text, ':') == strrchr(text, ':')) {
    rest = end = strchr(text, ':');
  }
  if (end == begin || (size_t)(end - begin) >= sizeof host) return HEADINGD_INVALID;
  memcpy(host, begin, (size_t)(end - begin));
  host[end - begin] = 0;
  if (*rest == ':') {
    size_t digits = strspn(rest + 1, "0123456789");
    long number = digits > 0 && digits < 6 && !rest[1 + digits] ? atol(rest + 1) : 0;
    if (number < 1 || number > 65535) return HEADINGD_INVALID;
    snprintf(port, sizeof port, "%ld", number);
  } else if (*rest) {
    return HEADINGD_INVALID;
  }
  struct addrinfo hints, *found = NULL;
  memset(&hints, 0, sizeof hints);
  hints.ai_socktype = SOCK_STREAM;
  if (getaddrinfo(host, port, &hints, &found) != 0) return HEADINGD_UNKNOWN_HOST;
  for (struct addrinfo *each = found; each && client->address_count < 4; each = each->ai_next) {
    if (each->ai_addrlen > sizeof client->addresses[0]) continue;
    memcpy(&client->addresses[client->address_count], each->ai_addr, each->ai_addrlen);
    client->lengths[client->address_count++] = each->ai_addrlen;
  }
  freeaddrinfo(found);
  return client->address_count ? HEADINGD_OK : HEADINGD_UNKNOWN_HOST;
}

enum headingd_result headingd_client_open(struct headingd_client *client, const char *address,
                                          const struct headingd_request *request, double deadline) {
  static const struct headingd_request all;
  char line[512];
  memset(client, 0, sizeof *client);
  client->fd = -1;
  client->retry_at = INT64_MIN;
  client->pause = PAUSE_FIRST;
  headingd_lines_init(&client->lines, client->in, sizeof client->in);
  headingd_contract_init(&client->contract, deadline, IS_BOOTTIME && (!address || strchr(address, '/')));
  client->request = request ? *request : all;
  if (!headingd_encode_request(&client->request, line, sizeof line)) return HEADINGD_INVALID;
  if (!address) return HEADINGD_OK;
  if (!strchr(address, '/')) return look_up(client, address);
  if (strlen(address) >= sizeof client->path) return HEADINGD_INVALID;
  memcpy(client->path, address, strlen(address) + 1);
  return HEADINGD_OK;
}

static void hang_up(struct headingd_client *client) {
  if (client->fd >= 0) close(client->fd);
  client->fd = -1;
  client->phase = PHASE_PAUSE;
  client->greeted = client->current = false;
  client->line = NULL;
  client->length = client->out_length = 0;
  client->missed = 0;
  headingd_lines_init(&client->lines, client->in, sizeof client->in);
  headingd_contract_reset(&client->contract);
}

void headingd_client_close(struct headingd_client *client) {
  hang_up(client);
  client->retry_at = INT64_MAX;
}

static enum headingd_kind fail(struct headingd_client *client, headingd_time now,
                               struct headingd_update *update, const char *reason) {
  snprintf(client->error, sizeof client->error, "%s", reason);
  hang_up(client);
  client->retry_at = now + client->pause;
  client->pause = client->pause * 2 < PAUSE_MOST ? client->pause * 2 : PAUSE_MOST;
  if (client->address_count) client->address = (client->address + 1) % client->address_count;
  headingd_clear(update);
  return HEADINGD_DISCONNECTED;
}

/* The path of the socket now: the system's daemon may come after the user's. */
static bool set_path(const struct headingd_client *client, struct sockaddr_un *address) {
  static const char system_path[] = "/run/headingd/headingd.sock";
  const char *named = getenv("HEADINGD_SOCKET"), *folder = getenv("XDG_RUNTIME_DIR");
  char user_path[sizeof address->sun_path];
  const char *path = client->path;
  if (!*path) {
    path = system_path;
    if (named && *named) {
      path = named;
    } else if (access(path, F_OK) != 0 && folder && *folder == '/' &&
               strlen(folder) < sizeof user_path - sizeof "/headingd.sock") {
      snprintf(user_path, sizeof user_path, "%.80s/headingd.sock", folder);
      if (access(user_path, F_OK) == 0) path = user_path;
    }
  }
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (strlen(path) >= sizeof address->sun_path) return false;
  memcpy(address->sun_path, path, strlen(path));
  return true;
}

static void opened(struct headingd_client *client, headingd_time now) {
  client->phase = PHASE_OPEN;
  client->since = client->credit_at = now;
  client->pinged_at = client->late_since = INT64_MAX;
  client->credit = REQUEST_CREDIT;
  client->budget = BUDGET;
}

/* Starts a connection; the number of an error, or 0. */
static int begin(struct headingd_client *client, headingd_time now) {
  struct sockaddr_un local;
  const struct sockaddr *address = (const struct sockaddr *)&local;
  socklen_t length = sizeof local;
  int one = 1;
  if (client->address_count) {
    address = (const struct sockaddr *)&client->addresses[client->address];
    length = client->lengths[client->address];
  } else if (!set_path(client, &local)) {
    return ENAMETOOLONG;
  }
  client->fd = socket(address->sa_family, SOCK_STREAM, 0);
  if (client->fd < 0) return errno;
  int flags = fcntl(client->fd, F_GETFL);
  if (flags < 0 || fcntl(client->fd, F_SETFL, flags | O_NONBLOCK) < 0 ||
      fcntl(client->fd, F_SETFD, FD_CLOEXEC) < 0)
    return errno;
  if (client->address_count) setsockopt(client->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (connect(client->fd, address, length) == 0) {
    opened(client, now);
  } else if (errno == EINPROGRESS || errno == EINTR) {
    client->phase = PHASE_CONNECTING;
    client->since = now;
  } else {
    return errno;
  }
  return 0;
}

/* Whether the connection is there: 1, 0 not yet, or a negative number of an error. */
static int is_connected(const struct headingd_client *client) {
  struct pollfd wait = {client->fd, POLLOUT, 0};
  int error = 0;
  socklen_t size = sizeof error;
  if (poll(&wait, 1, 0) <= 0) return 0;
  if (getsockopt(client->fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0) error = errno;
  return error ? -error : 1;
}

/* Sends what is waiting; the number of an error, or 0. */
static int flush(struct headingd_client *client) {
  while (client->out_length > 0) {
    ssize_t sent = send(client->fd, client->out, client->out_length, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : errno;
    client->out_length -= (size_t)sent;
    memmove(client->out, client->out + sent, client->out_length);
  }
  return 0;
}

static enum headingd_result queue(struct headingd_client *client, headingd_time now, const char *line,
                                  size_t length) {
  headingd_time credit = client->credit + (now - client->credit_at);
  client->credit = credit < REQUEST_CREDIT ? (int)credit : REQUEST_CREDIT;
  client->credit_at = now;
  if (client->credit < REQUEST_COST || sizeof client->out - client->out_length < length) return HEADINGD_BUSY;
  client->credit -= REQUEST_COST;
  memcpy(client->out + client->out_length, line, length);
  client->out_length += length;
  (void)flush(client); /* an error appears again at the next one */
  return HEADINGD_OK;
}

static enum headingd_result queue_request(struct headingd_client *client, headingd_time now,
                                          const struct headingd_request *request) {
  char line[512];
  size_t length = headingd_encode_request(request, line, sizeof line);
  if (!length) return HEADINGD_INVALID;
  return client->greeted ? queue(client, now, line, length) : HEADINGD_OK;
}

static bool is_whole(double number) {
  return number >= 1 && number < 1e15 && number == (double)(int64_t)number;
}

/* Takes one line; HEADINGD_NONE if it is no event of its own. */
static enum headingd_kind take_line(struct headingd_client *client, headingd_time now,
                                    struct headingd_update *update) {
  char reason[sizeof client->error];
  double number;
  enum headingd_kind kind = headingd_decode(client->line, client->length, update);
  client->since = now;
  client->pinged_at = INT64_MAX;
  if (kind == HEADINGD_ERROR) {
    bool given = headingd_text(client->line, client->length, "reason", reason, sizeof reason);
    return fail(client, now, update, given ? reason : "the daemon refuses this client");
  }
  if (kind == HEADINGD_MALFORMED || (!client->greeted && kind != HEADINGD_GREETING))
    return fail(client, now, update, "this is not headingd");
  if (kind == HEADINGD_GREETING) {
    if (client->greeted) return HEADINGD_OTHER;
    if (!headingd_number(client->line, client->length, "protocol", &number) || !is_whole(number))
      return fail(client, now, update, "this is not headingd");
    if (number > 1) return fail(client, now, update, "the daemon has a newer protocol");
    client->greeted = true;
    queue_request(client, now, &client->request);
  } else if (kind == HEADINGD_MISSED) {
    if (headingd_number(client->line, client->length, "count", &number) && is_whole(number))
      client->missed += (uint64_t)number;
    return HEADINGD_NONE;
  } else if (kind == HEADINGD_UPDATE) {
    update->missed = client->missed;
    client->missed = 0;
    client->pause = PAUSE_FIRST;
    headingd_contract_feed(&client->contract, update, now);
    bool late = !client->contract.local && client->contract.dated &&
                now - client->contract.sample > client->contract.deadline;
    if (!late || update->steer == HEADINGD_STEER_STOP) client->late_since = INT64_MAX;
    else if (client->late_since > now) client->late_since = now;
  }
  return kind;
}

/* All lines are read: the times. */
static enum headingd_kind idle(struct headingd_client *client, headingd_time now,
                               struct headingd_update *update) {
  static const char ping[] = "{\"class\":\"request\"}\n";
  client->current = true;
  client->budget = BUDGET;
  if (now >= client->late_since && now - client->late_since >= LATE_MOST)
    return fail(client, now, update, "the updates come too late");
  if (now - client->since < PATIENCE) return HEADINGD_NONE;
  if (!client->greeted) return fail(client, now, update, "the daemon does not greet");
  /* Filters and missing sensors make silence; the answer to a request shows that the daemon lives. */
  if (client->pinged_at > now) {
    queue(client, now, ping, sizeof ping - 1);
    client->pinged_at = now;
  }
  if (now - client->pinged_at < PATIENCE) return HEADINGD_NONE;
  return fail(client, now, update, "the daemon is silent");
}

static enum headingd_kind read_event(struct headingd_client *client, headingd_time now,
                                     struct headingd_update *update) {
  for (;;) {
    while (headingd_lines_next(&client->lines, &client->line, &client->length)) {
      enum headingd_kind kind = take_line(client, now, update);
      if (kind != HEADINGD_NONE) return kind;
    }
    client->line = NULL;
    client->length = 0;
    if (client->lines.too_long) return fail(client, now, update, "a line is too long: this is not headingd");
    int error = flush(client);
    /* What the daemon said before it closed the connection is read first. */
    if (error && error != EPIPE && error != ECONNRESET) return fail(client, now, update, strerror(error));
    if (client->budget == 0) {
      client->budget = BUDGET;
      return HEADINGD_NONE;
    }
    size_t room;
    char *space = headingd_lines_space(&client->lines, &room);
    ssize_t count = recv(client->fd, space, room < client->budget ? room : client->budget, 0);
    if (count > 0) {
      client->current = false;
      client->budget -= (size_t)count;
      headingd_lines_added(&client->lines, (size_t)count);
    } else if (count == 0) {
      return fail(client, now, update, "the daemon ended the connection");
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return idle(client, now, update);
    } else if (errno != EINTR) {
      return fail(client, now, update, strerror(errno));
    }
  }
}

enum headingd_kind headingd_client_next(struct headingd_client *client, headingd_time now,
                                        struct headingd_update *update) {
  int result;
  client->line = NULL;
  client->length = 0;
  if (client->phase == PHASE_PAUSE) {
    if (now < client->retry_at) return HEADINGD_NONE;
    result = begin(client, now);
    if (result) return fail(client, now, update, strerror(result));
  }
  if (client->phase == PHASE_CONNECTING) {
    result = is_connected(client);
    if (result < 0) return fail(client, now, update, strerror(-result));
    if (result == 0 && now - client->since >= PATIENCE)
      return fail(client, now, update, "the host does not answer");
    if (result == 0) return HEADINGD_NONE;
    opened(client, now);
  }
  return read_event(client, now, update);
}

struct pollfd headingd_client_poll(const struct headingd_client *client) {
  struct pollfd wait = {client->fd, POLLIN, 0};
  if (client->phase == PHASE_CONNECTING) wait.events = POLLOUT;
  else if (client->out_length > 0) wait.events = POLLIN | POLLOUT;
  return wait;
}

int headingd_client_timeout(const struct headingd_client *client, headingd_time now) {
  headingd_time end = client->retry_at;
  if (client->phase == PHASE_PAUSE && end == INT64_MAX) return -1;
  if (client->phase != PHASE_PAUSE) end = client->since + PATIENCE;
  if (client->phase == PHASE_OPEN) {
    if (!client->current) return 0;
    if (client->pinged_at <= now) end = client->pinged_at + PATIENCE;
    if (client->late_since <= now && client->late_since + LATE_MOST < end)
      end = client->late_since + LATE_MOST;
    for (int north = 0; north < 2; north++) {
      struct headingd_drive drive;
      if (!headingd_contract_drive(&client->contract, now, (enum headingd_north)north, &drive)) continue;
      headingd_time expiry = now + (headingd_time)(drive.time_left * SECOND + 0.5);
      if (expiry < end) end = expiry;
    }
  }
  if (end <= now) return 0;
  headingd_time wait = (end - now + 999) / 1000;
  return wait < INT32_MAX ? (int)wait : INT32_MAX;
}

const char *headingd_client_line(const struct headingd_client *client, size_t *length) {
  *length = client->length;
  return client->line;
}

const char *headingd_client_error(const struct headingd_client *client) { return client->error; }

bool headingd_client_drive(const struct headingd_client *client, headingd_time now,
                           enum headingd_north north, struct headingd_drive *drive) {
  bool may_drive = headingd_contract_drive(&client->contract, now, north, drive);
  if (!may_drive || client->current) return may_drive;
  drive->steer = HEADINGD_STEER_STOP;
  drive->cause = HEADINGD_CAUSE_BEHIND;
  drive->heading = drive->accuracy = drive->age = drive->coast_left = NAN;
  drive->time_left = 0;
  return false;
}

enum headingd_result headingd_client_request(struct headingd_client *client, headingd_time now,
                                             const struct headingd_request *request) {
  enum headingd_result result = queue_request(client, now, request);
  if (result == HEADINGD_OK) client->request = *request;
  return result;
}

enum headingd_result headingd_client_command(struct headingd_client *client, headingd_time now,
                                             const struct headingd_command *command) {
  char line[HEADINGD_REQUEST_MAX];
  size_t length = headingd_encode_command(command, line, sizeof line);
  if (!length) return HEADINGD_INVALID;
  return client->greeted ? queue(client, now, line, length) : HEADINGD_NOT_CONNECTED;
}

#endif
