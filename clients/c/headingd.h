/* Client of headingd: its lines as structs, whether a robot may drive by them, and a connection.
 *
 * Three layers, each usable without the next one; none allocates memory:
 *   lines        headingd_decode, headingd_encode_...     bytes to structs and back, no input or output
 *   contract     headingd_contract_...                    whether to drive, and by which heading
 *   connection   headingd_client_...                      POSIX sockets; not with HEADINGD_NO_SOCKETS
 *
 * Degrees, metres, seconds, µT; body frame x right, y forward, z up. The manual is headingd(3), the
 * protocol docs/protocol.md.
 */
#ifndef HEADINGD_H
#define HEADINGD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(ARDUINO) && !defined(HEADINGD_NO_SOCKETS)
#define HEADINGD_NO_SOCKETS
#endif
#ifndef HEADINGD_NO_SOCKETS
#include <poll.h>
#include <sys/socket.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define HEADINGD_LINE_MAX 65536   /* bytes of the longest line of the daemon, without its end */
#define HEADINGD_UPDATE_MAX 4096  /* a line buffer of this size holds every update */
#define HEADINGD_REQUEST_MAX 4096 /* bytes of the longest line that the daemon accepts */
#define HEADINGD_PORT 5450        /* usual TCP port */

/* A monotonic time, µs, of any origin; the caller passes it in. */
typedef int64_t headingd_time;

/* ---- Updates ---- */

/* Causes of missing or degraded values: HEADINGD_REASON_..., tested with headingd_reason(). */
#define HEADINGD_REASONS(X) \
  X(STARTING, "starting") \
  X(MAGNETOMETER_MISSING, "magnetometer_missing") \
  X(MAGNETOMETER_STALE, "magnetometer_stale") \
  X(ACCELEROMETER_MISSING, "accelerometer_missing") \
  X(ACCELEROMETER_STALE, "accelerometer_stale") \
  X(GYROSCOPE_MISSING, "gyroscope_missing") \
  X(GYROSCOPE_STALE, "gyroscope_stale") \
  X(BAROMETER_MISSING, "barometer_missing") \
  X(BAROMETER_STALE, "barometer_stale") \
  X(GNSS_MISSING, "gnss_missing") \
  X(NO_FIX, "no_fix") \
  X(FIX_STALE, "fix_stale") \
  X(NOT_REPORTED, "not_reported") \
  X(POSITION_UNKNOWN, "position_unknown") \
  X(DATE_UNKNOWN, "date_unknown") \
  X(MODEL_EXPIRED, "model_expired") \
  X(FIELD_TOO_WEAK, "field_too_weak") \
  X(FIELD_WEAK, "field_weak") \
  X(UNCALIBRATED, "uncalibrated") \
  X(LOAD_UNKNOWN, "load_unknown") \
  X(DISTURBED, "disturbed") \
  X(FIELD_IMPLAUSIBLE, "field_implausible") \
  X(GRAVITY_IMPLAUSIBLE, "gravity_implausible") \
  X(RATE_IMPLAUSIBLE, "rate_implausible") \
  X(INVALID_SAMPLES, "invalid_samples") \
  X(SENSOR_STUCK, "sensor_stuck") \
  X(SATURATED, "saturated") \
  X(GYROSCOPE_HOLD, "gyroscope_hold") \
  X(RELATIVE_HEADING, "relative_heading") \
  X(ACCELERATING, "accelerating") \
  X(EXTERNAL_HEADING, "external_heading") \
  X(SENSOR_FAILED, "sensor_failed") \
  X(MAGNETOMETER_STUCK, "magnetometer_stuck") \
  X(ACCELEROMETER_STUCK, "accelerometer_stuck") \
  X(GYROSCOPE_STUCK, "gyroscope_stuck") \
  X(BAROMETER_STUCK, "barometer_stuck") \
  X(MOUNT_INVALID, "mount_invalid") \
  X(GEOID_MISSING, "geoid_missing") \
  X(LATE, "late") \
  X(FIX_ACCURACY_IMPLAUSIBLE, "fix_accuracy_implausible") \
  X(FIX_JUMP, "fix_jump") \
  X(NAVIGATION_RESET, "navigation_reset") \
  X(FIX_FROZEN, "fix_frozen") \
  X(FIX_TIME_IMPLAUSIBLE, "fix_time_implausible") \
  X(FIX_DATE_IMPLAUSIBLE, "fix_date_implausible") \
  X(DEAD_RECKONING, "dead_reckoning") \
  X(HEADING_FROM_MOTION, "heading_from_motion") \
  X(HEADING_SOURCE_CHANGED, "heading_source_changed") \
  X(HEADING_SOURCE_LOST, "heading_source_lost") \
  X(WATER_SPEED_IMPLAUSIBLE, "water_speed_implausible") \
  X(HEAVE_SETTLING, "heave_settling")

/* Inputs of place, velocity and altitude: HEADINGD_INPUT_... */
#define HEADINGD_INPUTS(X) \
  X(GNSS_POSITION, "gnss_position") \
  X(GNSS_VELOCITY, "gnss_velocity") \
  X(INERTIAL, "inertial") \
  X(BAROMETER, "barometer") \
  X(MAGNETIC_FIELD, "magnetic_field") \
  X(FORWARD_MOTION, "forward_motion") \
  X(FORWARD_MOTION_LEARNT, "forward_motion_learnt") \
  X(REST, "rest") \
  X(EXTERNAL_HEADING, "external_heading") \
  X(WATER_SPEED, "water_speed")

#define HEADINGD_ENUM(name, text) HEADINGD_REASON_##name,
enum headingd_reason { HEADINGD_REASONS(HEADINGD_ENUM) HEADINGD_REASON_COUNT };
#undef HEADINGD_ENUM
#define HEADINGD_ENUM(name, text) HEADINGD_INPUT_##name,
enum headingd_input { HEADINGD_INPUTS(HEADINGD_ENUM) HEADINGD_INPUT_COUNT };
#undef HEADINGD_ENUM

/* Zero is the safe value of each enumeration; a word of a newer daemon becomes zero. */
enum headingd_status {
  HEADINGD_STATUS_INVALID,
  HEADINGD_STATUS_VALID,
  HEADINGD_STATUS_DEGRADED,
  HEADINGD_STATUS_COASTING /* held by the gyroscope */
};
enum headingd_steer {
  HEADINGD_STEER_STOP,
  HEADINGD_STEER_OK,
  HEADINGD_STEER_DEGRADED, /* drive slowly */
  HEADINGD_STEER_COAST     /* the gyroscope alone holds the heading, for coast_left */
};
enum headingd_axis { /* body axis to which the heading refers */
  HEADINGD_AXIS_UNKNOWN,
  HEADINGD_AXIS_FORWARD, /* +y */
  HEADINGD_AXIS_DOWN,    /* -z, while the nose points up */
  HEADINGD_AXIS_UP       /* +z, while the nose points down */
};
enum headingd_source { /* of the headings */
  HEADINGD_SOURCE_UNKNOWN,
  HEADINGD_SOURCE_MAGNETIC_FIELD,
  HEADINGD_SOURCE_MOTION,
  HEADINGD_SOURCE_EXTERNAL
};

/* Bits of headingd_update.present, tested with headingd_has(). */
enum headingd_value {
  HEADINGD_TIME,
  HEADINGD_BOOT_TIME,
  HEADINGD_LATENCY,
  HEADINGD_MAGNETIC_HEADING,
  HEADINGD_TRUE_HEADING,
  HEADINGD_HEADING_ACCURACY,
  HEADINGD_HEADING_ACCURACY_95,
  HEADINGD_TRUE_HEADING_ACCURACY,
  HEADINGD_DECLINATION,
  HEADINGD_PITCH,
  HEADINGD_ROLL,
  HEADINGD_PITCH_ACCURACY,
  HEADINGD_ROLL_ACCURACY,
  HEADINGD_ATTITUDE,
  HEADINGD_ATTITUDE_COVARIANCE,
  HEADINGD_ROTATION_RATE,
  HEADINGD_LINEAR_ACCELERATION,
  HEADINGD_FIELD,
  HEADINGD_FIELD_STRENGTH,
  HEADINGD_INCLINATION,
  HEADINGD_LATITUDE,
  HEADINGD_LONGITUDE,
  HEADINGD_ALTITUDE,
  HEADINGD_ELLIPSOIDAL_ALTITUDE,
  HEADINGD_HORIZONTAL_ACCURACY,
  HEADINGD_VERTICAL_ACCURACY,
  HEADINGD_SPEED,
  HEADINGD_COURSE,
  HEADINGD_VELOCITY,
  HEADINGD_SPEED_ACCURACY,
  HEADINGD_COURSE_ACCURACY,
  HEADINGD_FIX_AGE,
  HEADINGD_COASTING_TIME,
  HEADINGD_PRESSURE,
  HEADINGD_RELATIVE_ALTITUDE,
  HEADINGD_CLIMB_RATE,
  HEADINGD_CLIMB_RATE_ACCURACY,
  HEADINGD_COAST_LEFT,
  HEADINGD_NOISE, /* the error terms */
  HEADINGD_GYROSCOPE_HOLD,
  HEADINGD_CALIBRATION_ERROR,
  HEADINGD_DISTURBANCE,
  HEADINGD_LOCAL_FIELD,
  HEADINGD_TILT,
  HEADINGD_DECLINATION_ERROR,
  HEADINGD_HEAVE, /* waves */
  HEADINGD_HEAVE_ACCURACY,
  HEADINGD_HEAVE_RATE,
  HEADINGD_DELAYED_HEAVE,
  HEADINGD_DELAYED_HEAVE_ACCURACY,
  HEADINGD_HEAVE_DELAY,
  HEADINGD_WAVE_DURATION,
  HEADINGD_WAVE_HEIGHT,
  HEADINGD_WAVE_HEIGHT_ACCURACY,
  HEADINGD_WAVE_PERIOD,
  HEADINGD_WAVE_PERIOD_ACCURACY,
  HEADINGD_WAVE_ROLL,
  HEADINGD_WAVE_PITCH
};

/* Independent errors of the headings, 68 %, degrees. */
struct headingd_error_terms {
  double noise, gyroscope_hold, calibration, disturbance, local_field, tilt, declination;
};

/* Heave and sea state, only if the daemon's heave_point is set. m, s, degrees; accuracies are 68 %. */
struct headingd_waves {
  double heave, heave_accuracy; /* vertical displacement now, positive up */
  double heave_rate;            /* m/s, upward */
  double delayed_heave, delayed_heave_accuracy, delay; /* displacement `delay` ago: a smaller error */
  double duration;                /* of the motion that the following values are of */
  double height, height_accuracy; /* significant wave height */
  double period, period_accuracy; /* mean time between upward crossings of the mean */
  double roll[4], pitch[4];       /* mean, standard deviation, smallest, largest */
};

/* One update. A value that is not present is NaN; so is one outside its range. */
struct headingd_update {
  uint64_t present;  /* bits, see enum headingd_value */
  double boot_time;  /* s, of the newest sample, on the daemon's boottime clock */
  double latency;    /* s, from that sample to the sending */
  double time;       /* s since 1970, UTC, of the newest sample */
  uint64_t missed;   /* updates that were left out before this one; set by the connection */
  bool simulated;    /* any input was simulated; true unless the daemon denies it */
  bool malformed;    /* a value was left out because it is of a wrong type or range */

  enum headingd_status status;
  enum headingd_steer steer; /* stop without a magnetic heading */
  double coast_left; /* s, while steer is coast */
  uint64_t reasons[2];      /* bits, see headingd_reason() */
  unsigned unknown_reasons; /* number of reasons that this version does not know */

  double magnetic_heading; /* 0 <= h < 360, clockwise from magnetic north */
  double true_heading;     /* 0 <= h < 360, clockwise from true north */
  double heading_accuracy, heading_accuracy_95; /* of the magnetic heading, 68 % and 95 % */
  double true_heading_accuracy;                 /* 68 % */
  struct headingd_error_terms error_terms;
  enum headingd_axis axis;
  enum headingd_source source; /* a change sets the reason heading_source_changed for seconds */
  double declination;          /* positive east */

  double pitch, roll;      /* nose up, right side down */
  double pitch_accuracy, roll_accuracy; /* 68 % */
  double attitude[4];      /* w, x, y, z: body to east, magnetic north, up */
  double attitude_covariance[9]; /* rad², small rotation about these axes, row by row */
  double rotation_rate[3]; /* °/s, body frame */
  double linear_acceleration[3]; /* m/s², body frame, without gravity */
  double field[3];         /* µT, body frame, calibrated */
  double field_strength, inclination; /* µT; positive down */

  double latitude, longitude; /* WGS 84 */
  double altitude, ellipsoidal_altitude; /* m: above mean sea level, above the ellipsoid */
  double horizontal_accuracy, vertical_accuracy; /* m, 68 % */
  double speed, course, velocity[3]; /* m/s; from true north; east, north, up */
  double speed_accuracy, course_accuracy;
  uint32_t inputs; /* bits 1 << HEADINGD_INPUT_...: recent inputs of place, velocity, altitude */
  double fix_age;  /* s */
  double coasting_time; /* s without fixes until the place is worse than the configured limit */
  double pressure;      /* Pa */
  double relative_altitude, climb_rate, climb_rate_accuracy; /* m, m/s, m/s */
  struct headingd_waves waves;
};

static inline bool headingd_has(const struct headingd_update *update, enum headingd_value value) {
  return update->present >> value & 1;
}
static inline bool headingd_reason(const struct headingd_update *update, enum headingd_reason reason) {
  return update->reasons[reason / 64] >> (reason % 64) & 1;
}

/* Names on the wire; "" for a number that names nothing. */
const char *headingd_reason_name(enum headingd_reason reason);
const char *headingd_input_name(enum headingd_input input);
const char *headingd_steer_name(enum headingd_steer steer);
const char *headingd_status_name(enum headingd_status status);

/* Empties an update: all values missing, status invalid, steer stop. */
void headingd_clear(struct headingd_update *update);

/* ---- Lines ---- */

enum headingd_kind {
  HEADINGD_NONE,      /* nothing more at present */
  HEADINGD_MALFORMED, /* not a line of this protocol; the update is emptied */
  HEADINGD_UPDATE,
  HEADINGD_GREETING,
  HEADINGD_SAMPLE,
  HEADINGD_NOTICE,
  HEADINGD_RECORDING,
  HEADINGD_QUESTION,
  HEADINGD_MISSED,
  HEADINGD_REQUEST, /* the request in force */
  HEADINGD_STATUS,  /* from here on the answers to commands */
  HEADINGD_CALIBRATION,
  HEADINGD_PROFILES,
  HEADINGD_LOAD,
  HEADINGD_AUTHORIZATION,
  HEADINGD_AUTHORIZATIONS,
  HEADINGD_MONITORING,
  HEADINGD_FAILURE,     /* a command was refused: command, reason */
  HEADINGD_ERROR,       /* the daemon closes the connection: reason */
  HEADINGD_OTHER,       /* a class of a newer daemon */
  HEADINGD_DISCONNECTED, /* connection only: see headingd_client_error() */
  HEADINGD_CALIBRATION_PROGRESS /* see headingd_calibration_progress() */
};

/* Decodes one line, without its end. Fills `update` for an update; empties it for a malformed line;
 * leaves it alone for all others, whose values headingd_number() and the like read. */
enum headingd_kind headingd_decode(const char *line, size_t length, struct headingd_update *update);

/* A value of a line by its path: "reason", "latency.median", "sensors.0.state". False if it is
 * missing, null or of another type. A text is cut to `size` bytes with its 0, between characters;
 * characters that a terminal interprets are replaced by '?'. */
bool headingd_number(const char *line, size_t length, const char *path, double *value);
bool headingd_boolean(const char *line, size_t length, const char *path, bool *value);
bool headingd_text(const char *line, size_t length, const char *path, char *text, size_t size);

/* How far a guided calibration is. A number that is missing is NaN. The texts of the line, such as
 * "next", what to do, and "obstacle", are read with headingd_text(). */
struct headingd_progress {
  double elapsed;            /* s, from the first to the newest sample */
  double samples;            /* that the fit uses */
  double coverage, headings; /* fractions of the field's directions and of the headings, 0 to 1 */
  double tilt;               /* degrees, that the samples reach */
  double error_level, error_tilt20, error_tilt45; /* predicted error of the heading, degrees, 68 % */
  double target;             /* error at 20° of tilt at which it is complete, degrees */
  bool accepted;             /* HEADINGD_COMMAND_FINISH_CALIBRATION would use the result */
  bool complete;             /* the target is reached */
  bool simulated;            /* true unless the daemon denies it */
};
/* Reads the line of a HEADINGD_CALIBRATION_PROGRESS. */
void headingd_calibration_progress(const char *line, size_t length, struct headingd_progress *progress);

/* Splits received bytes into lines, within a buffer of the caller. */
struct headingd_lines {
  char *buffer;
  size_t size, begin, scanned, end;
  bool skipping;
  unsigned long too_long; /* lines left out because they do not fit into the buffer */
};
void headingd_lines_init(struct headingd_lines *lines, char *buffer, size_t size);
/* Where to put the next bytes: never without room once headingd_lines_next() has returned false. */
char *headingd_lines_space(struct headingd_lines *lines, size_t *room);
void headingd_lines_added(struct headingd_lines *lines, size_t count);
/* The next whole line without its end; valid until more bytes are added. */
bool headingd_lines_next(struct headingd_lines *lines, const char **line, size_t *length);

/* ---- Requests and commands ---- */

enum headingd_content { /* bits */
  HEADINGD_CONTENT_UPDATES = 1,
  HEADINGD_CONTENT_SAMPLES = 2,
  HEADINGD_CONTENT_NOTICES = 4,
  HEADINGD_CONTENT_RECORDING = 8,
  HEADINGD_CONTENT_QUESTIONS = 16
};

/* All zero: every update, as without a request. */
struct headingd_request {
  double rate;            /* updates a second at most, 0 to 10,000; 0 for all */
  double heading_filter;  /* degrees, 0 to 180 */
  double distance_filter; /* m, 0 to 10,000,000 */
  unsigned contents;      /* bits, see enum headingd_content; 0 for updates */
  bool all;               /* every line or a disconnection, instead of the newest update */
  bool authorization;     /* this is a location program */
};

enum headingd_command_name {
  HEADINGD_COMMAND_STATUS,
  HEADINGD_COMMAND_CALIBRATION,
  HEADINGD_COMMAND_PROFILES,
  HEADINGD_COMMAND_USE_PROFILE, /* profile */
  HEADINGD_COMMAND_ACCEPT_CALIBRATION,
  HEADINGD_COMMAND_ROLLBACK_CALIBRATION,
  HEADINGD_COMMAND_LOAD, /* value */
  HEADINGD_COMMAND_AUTHORIZATION,
  HEADINGD_COMMAND_REQUEST_AUTHORIZATION, /* wish, purpose */
  HEADINGD_COMMAND_MONITOR,               /* monitor, regions, significant_changes, visits */
  HEADINGD_COMMAND_AUTHORIZATIONS,
  HEADINGD_COMMAND_AUTHORIZE, /* program, user, grant, reduced_accuracy */
  HEADINGD_COMMAND_ANSWER,    /* question, answer */
  HEADINGD_COMMAND_START_CALIBRATION,  /* target unless 0, heading with has_heading */
  HEADINGD_COMMAND_FINISH_CALIBRATION, /* force */
  HEADINGD_COMMAND_CANCEL_CALIBRATION
};

struct headingd_region {
  double latitude, longitude, radius;
  bool entry, exit;
};

/* Only what the command's comment names is sent; a null text is not. */
struct headingd_command {
  enum headingd_command_name name;
  const char *profile;
  double value;
  const char *wish, *purpose;
  const char *monitor;
  const struct headingd_region *regions;
  size_t region_count;
  bool significant_changes, visits;
  const char *program, *grant;
  uint32_t user;
  bool has_user, reduced_accuracy;
  uint64_t question;
  const char *answer;
  double target;  /* wanted error at 20° of tilt, degrees, 0.01 to 20 */
  double heading; /* known heading of a robot at rest, degrees */
  bool has_heading, force; /* force: replace a stored calibration that claims a smaller error */
};

/* Write a line with its end. Return its length; 0 if it does not fit into `size` or the daemon's
 * limit, or a number is not finite or out of range. */
size_t headingd_encode_request(const struct headingd_request *request, char *line, size_t size);
size_t headingd_encode_command(const struct headingd_command *command, char *line, size_t size);

/* ---- Contract: may the robot drive? ---- */

/* Largest age of a heading's sample, s: the daemon's default of robot.deadline. */
#define HEADINGD_DEADLINE 0.25

enum headingd_north { HEADINGD_MAGNETIC_NORTH, HEADINGD_TRUE_NORTH };

enum headingd_cause { /* of standing still */
  HEADINGD_CAUSE_NONE,       /* the robot may drive */
  HEADINGD_CAUSE_NO_UPDATE,  /* none on this connection, or no connection */
  HEADINGD_CAUSE_BEHIND,     /* lines are unread: call headingd_client_next() until NONE */
  HEADINGD_CAUSE_DAEMON,     /* the daemon says stop */
  HEADINGD_CAUSE_NO_HEADING, /* the update has no heading from this north */
  HEADINGD_CAUSE_COASTED,    /* the time to coast is over */
  HEADINGD_CAUSE_LATE        /* the newest heading is older than the deadline, or of unknown age */
};

struct headingd_drive {
  enum headingd_steer steer; /* stop: stand still */
  enum headingd_cause cause;
  double heading;   /* degrees; NaN at stop */
  double accuracy;  /* degrees, 68 %; NaN if unknown and at stop */
  double age;       /* s, of the heading's sample; NaN at stop */
  double time_left; /* s until this heading expires if no update follows; 0 at stop */
  double coast_left; /* s, while steer is coast */
  enum headingd_axis axis;
  unsigned source_changes; /* counts changes of source and axis: the heading may have jumped */
  bool simulated;
};

/* State; the members are private. */
struct headingd_contract {
  headingd_time deadline;
  bool local, known, dated, synchronized;
  headingd_time offset, offset_at, received, sample, coast_until;
  enum headingd_steer steer;
  enum headingd_axis axis;
  enum headingd_source source;
  double heading[2], accuracy[2];
  unsigned source_changes;
  bool simulated;
};

/* `deadline` in seconds, 0 for HEADINGD_DEADLINE. `local`: the times passed in are of the daemon's own
 * boottime clock, so that a line that waited anywhere is seen to be old. Else that is estimated, from
 * the fastest line of the connection. */
void headingd_contract_init(struct headingd_contract *contract, double deadline, bool local);
/* The connection was lost: no heading until an update of the next one. */
void headingd_contract_reset(struct headingd_contract *contract);
/* Takes an update that was received at `now`. Feed every update, in order, and ask only after all
 * received bytes are read: the first update after a reset is assumed to be fresh. */
void headingd_contract_feed(struct headingd_contract *contract, const struct headingd_update *update,
                            headingd_time now);
/* Whether to drive now, and by which heading. `now` is not before the newest feed. */
bool headingd_contract_drive(const struct headingd_contract *contract, headingd_time now,
                             enum headingd_north north, struct headingd_drive *drive);
const char *headingd_cause_name(enum headingd_cause cause);

#ifndef HEADINGD_NO_SOCKETS

/* ---- Connection ---- */

enum headingd_result {
  HEADINGD_OK = 0,
  HEADINGD_INVALID = -1,       /* an argument is out of range or too long */
  HEADINGD_NOT_CONNECTED = -2, /* nothing is sent later: an order may be out of date by then */
  HEADINGD_BUSY = -3,          /* more than the daemon's 20 requests a second, or it does not read */
  HEADINGD_UNKNOWN_HOST = -4
};

/* State; the members are private. About 75 kB: static rather than on a small stack. */
struct headingd_client {
  int fd, phase;
  bool greeted, current;
  struct headingd_request request;
  struct headingd_contract contract;
  headingd_time retry_at, pause, since, pinged_at, late_since, credit_at;
  int credit; /* µs of requests that may be sent */
  size_t budget;
  uint64_t missed;
  char path[108];
  struct sockaddr_storage addresses[4];
  socklen_t lengths[4];
  size_t address_count, address;
  struct headingd_lines lines;
  const char *line;
  size_t length, out_length;
  char in[HEADINGD_LINE_MAX + 1], out[2 * HEADINGD_REQUEST_MAX], error[160];
};

/* The clock: boottime where the system has it, which a suspended robot does not stop; else the
 * monotonic one. */
headingd_time headingd_now(void);

/* Prepares a client; the first headingd_client_next() connects. `address` is a path with a slash,
 * HOST, HOST:PORT, [IPv6]:PORT, or null for $HEADINGD_SOCKET, else the system's or the user's
 * socket. The name of a host is looked up here, once, and may take seconds; nothing else waits.
 * `request` may be null. `deadline` as of headingd_contract_init(). */
enum headingd_result headingd_client_open(struct headingd_client *client, const char *address,
                                          const struct headingd_request *request, double deadline);
void headingd_client_close(struct headingd_client *client);

/* What to poll for, and for how long at most, ms; ask again before each poll: the descriptor is
 * another one after a reconnection, and -1, which poll(2) ignores, during a pause. The time also
 * ends when the heading expires. */
struct pollfd headingd_client_poll(const struct headingd_client *client);
int headingd_client_timeout(const struct headingd_client *client, headingd_time now);

/* Connects, sends, reads, and returns the next event; HEADINGD_NONE if there is no more. Never
 * blocks, and returns HEADINGD_NONE also after 256 kB, so that a flood cannot hold a control loop.
 * `update` is filled for HEADINGD_UPDATE and emptied for HEADINGD_DISCONNECTED. */
enum headingd_kind headingd_client_next(struct headingd_client *client, headingd_time now,
                                        struct headingd_update *update);
/* The line of the event before; null for none. Valid until the next headingd_client_next(). */
const char *headingd_client_line(const struct headingd_client *client, size_t *length);
const char *headingd_client_error(const struct headingd_client *client);

/* headingd_contract_drive() of this connection; stop while lines are unread. */
bool headingd_client_drive(const struct headingd_client *client, headingd_time now,
                           enum headingd_north north, struct headingd_drive *drive);

/* The request is also sent after each reconnection, a command never again. `now`, as of the other
 * functions, is the present time by headingd_now(): it counts the requests of a second. */
enum headingd_result headingd_client_request(struct headingd_client *client, headingd_time now,
                                             const struct headingd_request *request);
enum headingd_result headingd_client_command(struct headingd_client *client, headingd_time now,
                                             const struct headingd_command *command);

#endif

#ifdef __cplusplus
}
#endif

#endif
