/* libheading: heading, attitude and position from samples of sensors, computed in your program.
 *
 * The library of headingd's own estimators, without the daemon, its sensors and its sockets. (libheadingd,
 * with the d, is the client that reads the daemon; both can be used in one program.)
 *
 *   heading_estimator_...    attitude and magnetic heading, with a bound, from gyroscope, accelerometer, magnetometer
 *   heading_calibrator_...   hard and soft iron of a magnetometer, and the heading error that is left
 *   heading_engine_...       everything together, with pressure and a receiver's fixes: headings, position, altitude
 *   heading_field_...        the World Magnetic Model 2025
 *   heading_geodesic_...     distances and directions on the WGS 84 ellipsoid
 *
 * Units: SI (rad/s, m/s^2, T, K, m), but every angle in degrees. Body frame x right, y forward, z up; at
 * rest the accelerometer reads +9.8 along up. Earth frame east, north, up. Attitudes are unit quaternions
 * [w, x, y, z], body to earth, whose north is magnetic. Matrices are stored row by row. Times are nanoseconds of any monotonic
 * clock, such as the kernel's boottime; samples behind a sensor's newest are refused, and after 50 of them in a
 * row, none in order, estimator and engine say HEADING_REASON_LATE and have no heading: create another one then. An unknown value is NaN, never a placeholder.
 *
 * Results: every function that can fail returns HEADING_OK, a negative error, or a positive notice (the
 * sample was valid C but was not used). A null pointer, a number that is not finite where one is needed, a
 * wrong size, and a handle of another type give an error and change nothing. So does a handle that was
 * destroyed, as long as fewer than HEADING_REMEMBERED_HANDLES others were destroyed since. Not checked: other
 * pointers that are invalid, and arrays shorter than stated. Without memory the program is aborted. A thread needs
 * 64 kB of stack, for a replay and a fit 256 kB.
 *
 * Threads: the library has no threads, no locks around your data and reads no clock. A handle must be used
 * by one thread at a time; different handles may be used by different threads at the same time. Functions
 * without a handle may be called from any thread. After creation nothing is allocated for a sample.
 *
 * Growth: structs begin with their size, set it to sizeof: HEADING_INIT does. A program that was compiled with an older
 * header keeps working with a newer libheading.so.0. The manual is libheading(3), the guide docs/library.md.
 */
#ifndef HEADING_HEADING_H
#define HEADING_HEADING_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An initializer: heading_estimate estimate = HEADING_INIT(heading_estimate); */
#ifdef __cplusplus
#define HEADING_INIT(type) ([] { type value{}; value.size = sizeof value; return value; }())
#else
#define HEADING_INIT(type) ((type){.size = sizeof(type)})
#endif

/* ---- Results ---- */

enum heading_result {
  HEADING_OK = 0,

  /* The sample was not used; the estimate and its reasons account for it. */
  HEADING_NOTICE_REFUSED = 1,  /* not a measurement: not finite, beyond any sensor's limits, a duplicate, or late */
  HEADING_NOTICE_EXCLUDED = 2, /* of a stuck or saturated sensor, or one that the others contradict */
  HEADING_NOTICE_NONE = 3,     /* the event completed no solution, or the reading was a repetition */

  HEADING_ERROR_NULL = -1,    /* a pointer is null that may not be */
  HEADING_ERROR_HANDLE = -2,  /* not a handle of this type, or a destroyed one */
  HEADING_ERROR_VALUE = -3,   /* a number is not finite or out of its range */
  HEADING_ERROR_SIZE = -4,    /* the size of a struct or the count of an array is wrong */
  HEADING_ERROR_MISSING = -5, /* there is no such value yet */
  HEADING_ERROR_DATE = -6,    /* the date is outside the magnetic model's validity */
  HEADING_ERROR_HEIGHT = -7,  /* the height is outside the magnetic model's range */
  HEADING_ERROR_FULL = -8     /* the calibrator holds as many samples as it was created for */
};

#define HEADING_REMEMBERED_HANDLES 64

/* The result in words; of any number. Static memory. */
const char *heading_result_text(int result);

/* ---- Reasons ---- */

/* Why a value is missing or worse than it could be: bits of a uint64_t. */
enum heading_reason {
  HEADING_REASON_STARTING = 0,
  HEADING_REASON_MAGNETOMETER_MISSING = 1,
  HEADING_REASON_MAGNETOMETER_STALE = 2,
  HEADING_REASON_ACCELEROMETER_MISSING = 3,
  HEADING_REASON_ACCELEROMETER_STALE = 4,
  HEADING_REASON_GYROSCOPE_MISSING = 5,
  HEADING_REASON_GYROSCOPE_STALE = 6,
  HEADING_REASON_BAROMETER_MISSING = 7,
  HEADING_REASON_BAROMETER_STALE = 8,
  HEADING_REASON_GNSS_MISSING = 9,
  HEADING_REASON_NO_FIX = 10,
  HEADING_REASON_FIX_STALE = 11,
  HEADING_REASON_NOT_REPORTED = 12,
  HEADING_REASON_POSITION_UNKNOWN = 13,
  HEADING_REASON_DATE_UNKNOWN = 14,
  HEADING_REASON_MODEL_EXPIRED = 15,
  HEADING_REASON_FIELD_TOO_WEAK = 16,
  HEADING_REASON_FIELD_WEAK = 17,
  HEADING_REASON_UNCALIBRATED = 18,
  HEADING_REASON_DISTURBED = 19,
  HEADING_REASON_FIELD_IMPLAUSIBLE = 20,
  HEADING_REASON_GRAVITY_IMPLAUSIBLE = 21,
  HEADING_REASON_RATE_IMPLAUSIBLE = 22,
  HEADING_REASON_INVALID_SAMPLES = 23,
  HEADING_REASON_SENSOR_STUCK = 24,
  HEADING_REASON_SATURATED = 25,
  HEADING_REASON_GYROSCOPE_HOLD = 26,
  HEADING_REASON_RELATIVE_HEADING = 27,
  HEADING_REASON_ACCELERATING = 28,
  HEADING_REASON_EXTERNAL_HEADING = 29,
  HEADING_REASON_SENSOR_FAILED = 30,
  HEADING_REASON_MAGNETOMETER_STUCK = 31,
  HEADING_REASON_ACCELEROMETER_STUCK = 32,
  HEADING_REASON_GYROSCOPE_STUCK = 33,
  HEADING_REASON_GEOID_MISSING = 34,
  HEADING_REASON_LATE = 35,
  HEADING_REASON_FIX_ACCURACY_IMPLAUSIBLE = 36,
  HEADING_REASON_FIX_JUMP = 37,
  HEADING_REASON_FIX_FROZEN = 38,
  HEADING_REASON_FIX_TIME_IMPLAUSIBLE = 39,
  HEADING_REASON_FIX_DATE_IMPLAUSIBLE = 40,
  HEADING_REASON_DEAD_RECKONING = 41,
  HEADING_REASON_HEADING_FROM_MOTION = 42,
  HEADING_REASON_HEADING_SOURCE_CHANGED = 43,
  HEADING_REASON_BAROMETER_STUCK = 44,
  HEADING_REASON_HEADING_SOURCE_LOST = 45,
  HEADING_REASON_LOAD_UNKNOWN = 46,
  HEADING_REASON_MOUNT_INVALID = 47,
  HEADING_REASON_NAVIGATION_RESET = 48,
  HEADING_REASON_HEAVE_SETTLING = 49,
  HEADING_REASON_WATER_SPEED_IMPLAUSIBLE = 50
};

/* Whether a set has a reason. */
#define HEADING_HAS(reasons, reason) (((uint64_t)(reasons) >> (reason)) & 1)

/* The names of a set's reasons, or what they mean and what to do, separated by commas or line ends. As snprintf:
 * writes at most `size` bytes with the final null, and returns the length of the whole text without it. `text` may
 * be null if `size` is 0. */
size_t heading_reasons_names(uint64_t reasons, char *text, size_t size);
size_t heading_reasons_advice(uint64_t reasons, char *text, size_t size);

/* Usability of a heading. */
enum heading_status {
  HEADING_STATUS_VALID = 0,    /* heading and bound are usable */
  HEADING_STATUS_DEGRADED = 1, /* with a larger bound, or without a normal check */
  HEADING_STATUS_COASTING = 2, /* the gyroscope alone holds the heading, and the bound grows */
  HEADING_STATUS_INVALID = 3   /* there is no heading; the reasons say why */
};

/* ---- Orientation and heading ---- */

typedef struct heading_estimator heading_estimator;

/* The estimator's parameters; docs/library.md says what each is for. The defaults fit consumer sensors. */
typedef struct heading_parameters {
  size_t size;
  double inertial_latency;       /* of gyroscope and accelerometer, s */
  double magnetometer_latency;   /* initial, and its 1 sigma, s */
  double acceleration_time;      /* low-pass of the specific force, s */
  double smoothing_time;         /* of tilt and heading without a gyroscope, s */
  double gyroscope_bias;         /* initial 1 sigma, rad/s */
  double bias_walk;              /* in 100 s, rad/s */
  double bias_temperature_slope; /* 1 sigma, rad/s/K */
  double bias_rest;              /* 1 sigma of the bias that rest determines, rad/s */
  double bias_limit;             /* the largest bias, rad/s */
  double rest_rate;              /* that ends rest, rad/s */
  double rest_acceleration;      /* that ends rest, m/s^2 */
  double rest_time;              /* before a stillness counts as rest, s */
  double gyroscope_scale_error;  /* relative */
  double gyroscope_turn_error;   /* tilt error by rotation, relative to the rate, s^0.5 */
  double heading_noise;          /* rad/s^0.5 */
  double field_variation;        /* in space, 1 sigma a component, T */
  double field_variation_time;   /* s */
  double field_walk;             /* T/s^0.5 */
  double magnetometer_noise;     /* T */
  double magnetometer_rate_noise; /* T/(rad/s) */
  double hard_iron;              /* that a calibration leaves, 1 sigma a component, T */
  double soft_iron;              /* that a calibration leaves, relative */
  double field_deviation;        /* of an unknown field, 1 sigma a component, T */
  double hard_iron_walk;         /* T/s^0.5 */
  double local_field;            /* across magnetic north, T */
} heading_parameters;

/* Writes the default parameters: of a calibrated magnetometer, or of one whose iron is estimated while it turns. */
int heading_parameters_calibrated(heading_parameters *parameters);
int heading_parameters_uncalibrated(heading_parameters *parameters);

/* Creates an estimator; `parameters` may be null for those of a calibrated magnetometer. */
int heading_estimator_create(const heading_parameters *parameters, heading_estimator **estimator);
/* Frees it; null is allowed. */
int heading_estimator_destroy(heading_estimator *estimator);

/* One sample in the body frame: rad/s, m/s^2, T, calibrated. Each sensor may have its own rate, jitter and gaps.
 * Numbers that are not finite are counted as invalid samples: HEADING_NOTICE_REFUSED. */
int heading_estimator_gyroscope(heading_estimator *estimator, int64_t time, const double rate[3]);
int heading_estimator_accelerometer(heading_estimator *estimator, int64_t time, const double force[3]);
int heading_estimator_magnetometer(heading_estimator *estimator, int64_t time, const double field[3]);

/* Optional knowledge: the time without a sample, so that silent sensors are noticed; the gyroscope's temperature,
 * K; the velocity of a receiver, m/s, magnetic east, north, up, which removes a vehicle's accelerations. */
int heading_estimator_advance(heading_estimator *estimator, int64_t time);
int heading_estimator_temperature(heading_estimator *estimator, double temperature);
int heading_estimator_velocity(heading_estimator *estimator, int64_t time, const double velocity[3]);
/* The field of the place, T and degrees below the horizon, such as of heading_field_compute(): reveals iron that
 * the device carries. Both NaN if it is unknown. */
int heading_estimator_reference(heading_estimator *estimator, double strength, double inclination);

/* Many rows of samples at once, and the estimate after each row. A row holds one sample of each sensor, used in
 * the order rate, force, field; three NaN are no sample, for a slower sensor. Refused samples are no error: the
 * reasons, and the counts of heading_estimator_read(), account for them. */
typedef struct heading_batch {
  size_t size;
  size_t count;         /* rows */
  const int64_t *times; /* count; null: start + row * step */
  int64_t start, step;  /* ns */
  const double *rates;  /* count x 3; null without this sensor, as the next two */
  const double *forces;
  const double *fields;
  double *attitudes; /* count x 4; null if not wanted, as the rest */
  double *headings;  /* count, degrees */
  double *bounds_68;
  double *bounds_95;
  uint64_t *reasons;
  double *biases;          /* count x 3, of the gyroscope, rad/s */
  double *bias_accuracies; /* count, 1 sigma, worst axis, rad/s */
  uint8_t *flags;          /* count, bits of enum heading_flag */
} heading_batch;

enum heading_flag {
  HEADING_FLAG_AT_REST = 1,
  HEADING_FLAG_DISTURBED = 2, /* the field */
  HEADING_FLAG_TILT = 4,      /* is known */
  HEADING_FLAG_NORTH = 8      /* the attitude's north is magnetic north, else it is arbitrary */
};

int heading_estimator_batch(heading_estimator *estimator, const heading_batch *batch);

/* The smoother: the attitude at each row from the rows before and after it, for recordings. Of the outputs reasons,
 * biases and bias_accuracies must be null; the flags have tilt and north only. `parameters` may be null as for
 * heading_estimator_create(). Takes 0.4 kB a row while it works. */
int heading_smooth(const heading_parameters *parameters, const heading_batch *batch);

/* The terms of the heading's bound, degrees, 68 % each: independent errors. */
typedef struct heading_terms {
  double noise;          /* of the sensors */
  double gyroscope_hold; /* drift since the magnetometer last confirmed the heading */
  double calibration;    /* hard and soft iron that the calibration leaves */
  double disturbance;    /* iron or magnets nearby */
  double local_field;    /* the place's field is not magnetic north's; no magnetometer can observe it */
  double tilt;           /* projects the vertical field into the horizontal */
} heading_terms;

typedef struct heading_estimate {
  size_t size;
  uint64_t reasons;
  int32_t status;      /* enum heading_status */
  int32_t initialized; /* 1: tilt is known */
  int32_t north;       /* 1: the attitude's north is magnetic north, else it is arbitrary */
  int32_t at_rest;
  int32_t disturbed; /* the field */
  int32_t reserved;
  int64_t time;       /* ns, of the newest sample */
  double attitude[4]; /* NaN before tilt is known */
  double heading;     /* of the forward axis from magnetic north, 0 <= heading < 360 */
  double heading_68;  /* the error is smaller with 68 % probability; 180 if unknown */
  double heading_95;
  double pitch; /* positive nose up */
  double roll;  /* positive right side down */
  heading_terms terms;
  double unknown_magnet; /* part of terms.disturbance by a magnet that the device may carry */
  double tilt_accuracy;  /* 1 sigma */
  double tilt_covariance[3]; /* of the up direction: east, north, both; rad^2 */
  double rotation_rate[3];   /* without the bias; NaN without a gyroscope */
  double gyroscope_bias[3];
  double gyroscope_bias_accuracy; /* 1 sigma, worst axis */
  double hard_iron[3];            /* found during operation and removed, T */
  double hard_iron_accuracy;
  double magnetometer_latency; /* s */
  double field_strength;       /* of the place, T */
  double field_inclination;    /* positive down */
  uint64_t invalid_samples, late_samples; /* refused */
} heading_estimate;

int heading_estimator_read(const heading_estimator *estimator, heading_estimate *estimate);

/* ---- Calibration of a magnetometer ---- */

typedef struct heading_calibrator heading_calibrator;

/* What limits a calibration: bits of a uint64_t. */
enum heading_calibration_reason {
  HEADING_CALIBRATION_TOO_FEW_SAMPLES = 0,
  HEADING_CALIBRATION_NO_ROTATION = 1,
  HEADING_CALIBRATION_HEADINGS_MISSING = 2,
  HEADING_CALIBRATION_TILT_MISSING = 3,
  HEADING_CALIBRATION_NO_ACCELEROMETER = 4,
  HEADING_CALIBRATION_PLACE_UNKNOWN = 5,
  HEADING_CALIBRATION_MANY_OUTLIERS = 6,
  HEADING_CALIBRATION_DISTURBED = 7,
  HEADING_CALIBRATION_IMPLAUSIBLE_FIELD = 8,
  HEADING_CALIBRATION_INACCURATE = 9,
  HEADING_CALIBRATION_NOT_CONVERGED = 10,
  HEADING_CALIBRATION_NOT_BETTER = 11,
  HEADING_CALIBRATION_PLACE_NEEDED = 12,
  HEADING_CALIBRATION_MOVES_WITH_LOAD = 13,
  HEADING_CALIBRATION_ACCELERATING = 14,
  HEADING_CALIBRATION_CLIPPED = 15,
  HEADING_CALIBRATION_WRONG_AXES = 16,
  HEADING_CALIBRATION_ACCELEROMETER_UNCALIBRATED = 17,
  HEADING_CALIBRATION_PLACE_DISAGREES = 18,
  HEADING_CALIBRATION_DRIFTING = 19,
  HEADING_CALIBRATION_GRAVITY_DISAGREES = 20
};

size_t heading_calibration_names(uint64_t reasons, char *text, size_t size);
size_t heading_calibration_advice(uint64_t reasons, char *text, size_t size);

enum heading_calibration_model {
  HEADING_MODEL_NONE = 0,
  HEADING_MODEL_KNOWN_HEADING = 1, /* hard iron from one attitude with known heading */
  HEADING_MODEL_HARD_IRON = 2,
  HEADING_MODEL_LEVEL_SWING = 3, /* hard iron and soft iron of the horizontal plane */
  HEADING_MODEL_ELLIPSOID = 4,   /* hard iron and a symmetric matrix */
  HEADING_MODEL_FULL = 5         /* hard iron and a full matrix */
};

/* Creates a calibrator for at most `capacity` samples, whose memory (400 bytes each) it takes now; 0 for 6000. */
int heading_calibrator_create(size_t capacity, heading_calibrator **calibrator);
int heading_calibrator_destroy(heading_calibrator *calibrator);

/* Adds an uncalibrated field, T, with specific force and angular rate of the same time; these may be null. A
 * sample with the same field as the one before is a driver's repetition: HEADING_NOTICE_NONE. Only values that are not
 * finite are HEADING_NOTICE_REFUSED; implausible ones are outliers of the fit. */
int heading_calibrator_add(heading_calibrator *calibrator, int64_t time, const double field[3],
                           const double *force, const double *rate);
int heading_calibrator_count(const heading_calibrator *calibrator, size_t *count);
int heading_calibrator_clear(heading_calibrator *calibrator);

/* What is known beside the samples; NaN where it is not. */
typedef struct heading_priors {
  size_t size;
  double latitude, longitude; /* of the place, with date_year: the model gives its field */
  double height;              /* above the ellipsoid, m; NaN counts as 0 */
  double date_year;           /* such as 2026.9 */
  double field_strength;      /* T; or give the field itself */
  double field_inclination;   /* positive down */
  double heading;             /* magnetic, of a body that did not turn */
  double largest_error;       /* refuse a calibration with a larger heading error, 1 sigma; NaN for 5 degrees */
  int32_t accelerometer;      /* 1: calibrated, -1: uncalibrated, 0: unknown */
  int32_t reserved;
} heading_priors;

int heading_priors_none(heading_priors *priors);

typedef struct heading_calibration {
  size_t size;
  uint64_t reasons;  /* enum heading_calibration_reason */
  int32_t accepted;  /* 1: use it; else the iron below changes nothing */
  int32_t model;     /* enum heading_calibration_model */
  int32_t quality;   /* 0 unusable, 1 poor (over 2 degrees), 2 fair, 3 good (under 1), 4 excellent (under 0.5) */
  int32_t next_motion; /* 0 enough, 1 turn around, 2 nose down, 3 nose up, 4 roll left, 5 roll right, 6 upside down, 7 hold still */
  double soft_iron[9];  /* S; corrected = S (raw - h) */
  double hard_iron[3];  /* h, T */
  double error;         /* predicted heading error, 1 sigma, level */
  double error_tilt_20; /* at a tilt of 20 degrees */
  double error_tilt_45;
  double error_by_heading[36]; /* level, at 0, 10 ... 350 degrees */
  double field_strength;       /* that S scales to, T */
  double field_inclination;    /* NaN without an accelerometer and a place */
  double held_out_error; /* residual of cross-validation, T; NaN if there was none */
  double noise;          /* of the magnetometer, 1 sigma an axis, T */
  double lag;            /* of the field behind the rates, s; NaN without a gyroscope */
  double confidence;     /* 0 to 1 */
  double coverage;       /* of directions, 0 to 1 */
  double headings;       /* covered share of the circle, 0 to 1 */
  uint64_t samples, outliers;
} heading_calibration;

/* Fits; `priors` may be null. A calibration that was refused is a result (accepted 0 and the reasons), no error. */
int heading_calibrator_fit(const heading_calibrator *calibrator, const heading_priors *priors,
                           heading_calibration *calibration);

/* corrected = S (raw - h) of `count` vectors; `raw` and `corrected` may be the same array. */
int heading_calibration_apply(const heading_calibration *calibration, size_t count, const double *raw,
                              double *corrected);

/* ---- The engine: everything together ---- */

typedef struct heading_engine heading_engine;

/* What the engine is told; NaN where a number is unknown. */
typedef struct heading_settings {
  size_t size;
  double latitude, longitude; /* of the device without a receiver */
  double altitude;            /* there, above mean sea level, m */
  double sea_level_pressure;  /* QNH, Pa; NaN for 101325 */
  double date_unix;           /* for the magnetic model, without a clock, s */
  double antenna[3];          /* from the inertial sensors, m, body frame */
  double fix_latency;         /* s */
  double coasting_limit;      /* 68 % radius up to which a position is carried without fixes, m */
  double gyroscope_bias;      /* 1 sigma without a calibration, rad/s */
  int32_t motion;             /* 0 unknown, 1 forward and backward only (cars, rovers), 2 free (boats, hands) */
  int32_t extrapolate;        /* 1: the magnetic model also up to 100 years outside its validity */
} heading_settings;

int heading_settings_default(heading_settings *settings);

/* Creates an engine with the World Magnetic Model 2025 and without a geoid. */
int heading_engine_create(heading_engine **engine);
int heading_engine_destroy(heading_engine *engine);

/* Events, in the order of time. An event that completes a solution returns HEADING_OK, any other HEADING_NOTICE_NONE;
 * heading_engine_read() has the newest solution. Samples are uncalibrated, in the body frame. */
int heading_engine_configure(heading_engine *engine, int64_t time, const heading_settings *settings);
/* The iron of a calibration and its errors, as of heading_calibrator_fit(); null for none. */
int heading_engine_calibrate(heading_engine *engine, int64_t time, const heading_calibration *calibration);
int heading_engine_gyroscope(heading_engine *engine, int64_t time, const double rate[3]);
int heading_engine_accelerometer(heading_engine *engine, int64_t time, const double force[3]);
int heading_engine_magnetometer(heading_engine *engine, int64_t time, const double field[3]);
int heading_engine_pressure(heading_engine *engine, int64_t time, double pressure);
/* Time passed without a sample: send it ten times a second where sensors may fall silent. */
int heading_engine_tick(heading_engine *engine, int64_t time);

enum heading_trust {
  HEADING_TRUST_NONE = 0,         /* a wall clock that was never set: not used as date */
  HEADING_TRUST_SYNCHRONIZED = 1, /* by NTP or PTP */
  HEADING_TRUST_GNSS = 2,         /* a receiver's */
  HEADING_TRUST_GIVEN = 3         /* by the user, or a recording's own */
};

/* The Unix time, s, at a time. */
int heading_engine_clock(heading_engine *engine, int64_t time, double unix_time, int trust);

/* A receiver's position; NaN where it reported nothing. Latitude and longitude are needed: without them
 * HEADING_ERROR_VALUE. A longitude of any size is an angle. Accuracies are 68 % errors. */
typedef struct heading_fix {
  size_t size;
  int64_t time; /* of validity */
  double latitude, longitude;
  double altitude;             /* above mean sea level, m */
  double ellipsoidal_altitude; /* m */
  double horizontal_accuracy;  /* m */
  double vertical_accuracy;    /* m */
  double speed;                /* over ground, m/s */
  double speed_accuracy;
  double course; /* of the motion, from true north */
  double course_accuracy;
  double climb_rate; /* m/s */
} heading_fix;

int heading_fix_empty(heading_fix *fix);
int heading_engine_fix(heading_engine *engine, const heading_fix *fix);

/* The newest solution. */
typedef struct heading_solution {
  size_t size;
  uint64_t reasons;
  int32_t status; /* enum heading_status, of the heading */
  int32_t axis;   /* that the heading refers to: 0 forward; 1 back, while the nose is up; 2 face, while it is down */
  int32_t source; /* of the heading: 0 magnetic field, 1 motion, 2 external */
  int32_t reserved;
  int64_t time;
  double unix_time;
  double magnetic_heading, heading_68, heading_95;
  double true_heading, true_heading_68;
  heading_terms terms;
  double declination, declination_error;
  double attitude[4];
  double attitude_covariance[9]; /* rotation about east, magnetic north, up; rad^2 */
  double pitch, roll, pitch_accuracy, roll_accuracy;
  double rotation_rate[3];       /* rad/s */
  double linear_acceleration[3]; /* without gravity, body frame, m/s^2 */
  double field[3];               /* calibrated, T */
  double inclination;
  double latitude, longitude, horizontal_accuracy;
  double altitude, ellipsoidal_altitude, vertical_accuracy;
  double velocity[3]; /* true east, north, up, m/s */
  double speed, speed_accuracy, course, course_accuracy;
  double fix_age, coasting_time; /* s */
  double pressure, relative_altitude, climb_rate, climb_rate_accuracy;
} heading_solution;

int heading_engine_read(const heading_engine *engine, heading_solution *solution);

/* Why values of the newest solution are missing: a set for each, empty if it is known. */
enum heading_value {
  HEADING_VALUE_MAGNETIC_HEADING, HEADING_VALUE_TRUE_HEADING, HEADING_VALUE_ATTITUDE, HEADING_VALUE_ROTATION_RATE,
  HEADING_VALUE_FIELD, HEADING_VALUE_DECLINATION, HEADING_VALUE_POSITION, HEADING_VALUE_ALTITUDE,
  HEADING_VALUE_ELLIPSOIDAL_ALTITUDE, HEADING_VALUE_VELOCITY, HEADING_VALUE_COURSE, HEADING_VALUE_PRESSURE,
  HEADING_VALUE_CLIMB_RATE, HEADING_VALUE_TIME
};

int heading_engine_missing(const heading_engine *engine, int value, uint64_t *reasons);

/* ---- Replay of a recording through the engine ---- */

/* The columns of a recording: one number a row, or three. Any may be null, except times and at least one sensor. NaN
 * is no value; three NaN are no sample, and a sample with another number that is not finite is an invalid one. */
typedef struct heading_rows {
  size_t size;
  size_t count;
  const double *times;  /* s; a clock that steps back is continued: by over 1 s, or 0.05 s if the sensors go on */
  const double *rates;  /* count x 3, rad/s; uncalibrated, body frame, as the next two */
  const double *forces; /* count x 3, m/s^2 */
  const double *fields; /* count x 3, T */
  const double *unix_times;   /* s */
  const double *pressures;    /* Pa */
  const double *temperatures; /* K */
  const double *loads;        /* a current or throttle, in any unit */
  const double *water_speeds; /* through the water, m/s */
  /* A receiver's fixes; rows that repeat one, and 0, 0 before the first, are no fixes. */
  const double *latitudes, *longitudes;
  const double *altitudes;             /* above mean sea level, m */
  const double *ellipsoidal_altitudes; /* m */
  const double *horizontal_accuracies, *vertical_accuracies; /* 68 %, m */
  const double *speeds, *speed_accuracies;                   /* over ground, m/s */
  const double *climb_rates;                                 /* m/s */
  const double *courses; /* of the motion, from true north */
} heading_rows;

enum heading_replay_flag {
  HEADING_REPLAY_SMOOTH = 1 /* attitude and heading also from later rows, as heading_smooth() */
};

/* Replays a recording from its beginning: the solution after each row. `settings` may be null: the defaults, with
 * the gyroscope bias of a device that compensates its own. `calibration` may be null: the field is calibrated.
 * `stride` is sizeof(heading_solution). `steps_back` may be null; else how often the clock stepped back. Bit for bit
 * what `compass replay --calibrated` computes of the same table, without a geoid. */
int heading_replay(const heading_settings *settings, const heading_calibration *calibration,
                   const heading_rows *rows, unsigned flags, heading_solution *solutions, size_t stride,
                   size_t *steps_back);

/* ---- The Earth's magnetic field: World Magnetic Model 2025, valid 2025.0 to 2030.0 ---- */

/* A field, its change a year, and the 1 sigma errors. Doubles only: an array of them is a table of 23 columns. */
typedef struct heading_field {
  double north, east, down, horizontal, total; /* T */
  double declination, inclination;             /* positive east, positive down */
  double north_rate, east_rate, down_rate, horizontal_rate, total_rate; /* T a year */
  double declination_rate, inclination_rate;                            /* degrees a year */
  double north_error, east_error, down_error, horizontal_error, total_error; /* T */
  double declination_error, inclination_error;
  double years_outside; /* of the model's validity; 0 within */
  double zone;          /* 0 normal, 1 caution (H < 6 uT), 2 blackout (H < 2 uT: a compass is unusable) */
} heading_field;

enum { HEADING_FIELD_EXTRAPOLATE = 1 /* also outside the validity, with growing errors */ };

/* The field at `count` places and dates. `heights` above the ellipsoid, m, may be null: 0. `stride` is
 * sizeof(heading_field). `results` may be null; else each place's own result. A place without a field has NaN
 * everywhere; the others are computed, and the first error is returned. */
int heading_field_compute(size_t count, const double *latitudes, const double *longitudes, const double *heights,
                          const double *years, unsigned flags, heading_field *fields, size_t stride, int *results);

/* The decimal year of a Unix time, s, for the model; NaN for NaN. */
double heading_decimal_year(double unix_time);

/* ---- Geodesics on WGS 84, within 15 nm ---- */

/* Distances, m, and azimuths at both ends, -180 to 180 degrees, of `count` pairs of places. Each output may be
 * null. Pairs with invalid numbers get NaN, and HEADING_ERROR_VALUE is returned. */
int heading_geodesic_inverse(size_t count, const double *latitudes_1, const double *longitudes_1,
                             const double *latitudes_2, const double *longitudes_2, double *distances,
                             double *azimuths_1, double *azimuths_2);
/* The ends of geodesics of given azimuth and length, in the same way. */
int heading_geodesic_direct(size_t count, const double *latitudes_1, const double *longitudes_1,
                            const double *azimuths_1, const double *distances, double *latitudes_2,
                            double *longitudes_2, double *azimuths_2);

#ifdef __cplusplus
}
#endif

#endif
