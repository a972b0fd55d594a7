/* Errors and limits of libheading in C: what is wrong is refused, and two threads have two handles. */
#include <heading/heading.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

#define EXPECT(condition)                                              \
  do {                                                                 \
    if (!(condition)) {                                                \
      failures++;                                                      \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                  \
  } while (0)

static const double still[3] = {0.001, -0.002, 0.0005}, level[3] = {0.05, -0.03, 9.8}, north[3] = {0, 20e-6, -43e-6};

/* A device at rest, level, pointing north, with a little noise, so that no reading repeats. */
static void rest(heading_estimator *estimator, int rows, unsigned seed) {
  for (int row = 0; row < rows; row++) {
    int64_t time = 1000000000 + (int64_t)row * 10000000;
    double noise[9], rate[3], force[3], field[3];
    for (int i = 0; i < 9; i++) {
      seed = seed * 1664525u + 1013904223u;
      noise[i] = (double)(seed >> 8) / (1 << 24) - 0.5;
    }
    for (int i = 0; i < 3; i++) {
      rate[i] = still[i] + noise[i] * 0.002;
      force[i] = level[i] + noise[i + 3] * 0.02;
      field[i] = north[i] + noise[i + 6] * 0.5e-6;
    }
    EXPECT(heading_estimator_gyroscope(estimator, time, rate) == HEADING_OK);
    EXPECT(heading_estimator_accelerometer(estimator, time, force) == HEADING_OK);
    EXPECT(heading_estimator_magnetometer(estimator, time, field) == HEADING_OK);
  }
}

static void estimator(void) {
  heading_estimator *e = NULL;
  heading_estimate estimate = HEADING_INIT(heading_estimate);
  EXPECT(heading_estimator_create(NULL, &e) == HEADING_OK && e);
  EXPECT(heading_estimator_read(e, &estimate) == HEADING_OK);
  EXPECT(estimate.status == HEADING_STATUS_INVALID && isnan(estimate.heading) && isnan(estimate.attitude[0]));
  EXPECT(estimate.heading_68 == 180 && HEADING_HAS(estimate.reasons, HEADING_REASON_STARTING));
  rest(e, 500, 1);
  EXPECT(heading_estimator_read(e, &estimate) == HEADING_OK);
  double error = remainder(estimate.heading, 360);
  EXPECT(fabs(error) < 2 && estimate.heading >= 0 && estimate.heading < 360);
  EXPECT(fabs(error) < estimate.heading_95 && estimate.heading_68 < estimate.heading_95);
  heading_terms t = estimate.terms;
  double sum = sqrt(t.noise * t.noise + t.gyroscope_hold * t.gyroscope_hold + t.calibration * t.calibration +
                    t.disturbance * t.disturbance + t.local_field * t.local_field + t.tilt * t.tilt);
  EXPECT(fabs(sum - estimate.heading_68) < 1e-9);
  EXPECT(estimate.time == 1000000000 + 499 * INT64_C(10000000));
  EXPECT(fabs(estimate.pitch + 0.17) < 0.2 && fabs(estimate.roll) < 1 && estimate.north == 1);

  /* Bad samples are refused and reported, and do no harm. */
  double nan3[3] = {NAN, 0, 0}, huge[3] = {1e300, 0, 0}, inf3[3] = {0, INFINITY, 0};
  EXPECT(heading_estimator_gyroscope(e, 6000000000, nan3) == HEADING_NOTICE_REFUSED);
  EXPECT(heading_estimator_accelerometer(e, 6000000000, huge) == HEADING_NOTICE_REFUSED);
  EXPECT(heading_estimator_magnetometer(e, 6000000000, inf3) == HEADING_NOTICE_REFUSED);
  EXPECT(heading_estimator_gyroscope(e, 1, still) == HEADING_NOTICE_REFUSED);
  EXPECT(heading_estimator_read(e, &estimate) == HEADING_OK);
  EXPECT(estimate.invalid_samples == 3 && estimate.late_samples == 1 && isfinite(estimate.heading));
  EXPECT(heading_estimator_temperature(e, NAN) == HEADING_ERROR_VALUE);
  EXPECT(heading_estimator_velocity(e, 0, nan3) == HEADING_ERROR_VALUE);
  EXPECT(heading_estimator_reference(e, -1, 60) == HEADING_ERROR_VALUE);
  EXPECT(heading_estimator_reference(e, 48e-6, NAN) == HEADING_ERROR_VALUE);
  EXPECT(heading_estimator_reference(e, NAN, NAN) == HEADING_OK);
  EXPECT(heading_estimator_reference(e, 48e-6, 65) == HEADING_OK);
  int64_t times[] = {INT64_MIN, INT64_MAX, 0, -1};
  for (int i = 0; i < 4; i++) {
    heading_estimator_gyroscope(e, times[i], still);
    heading_estimator_accelerometer(e, times[i], level);
    heading_estimator_magnetometer(e, times[i], north);
    EXPECT(heading_estimator_advance(e, times[i]) == HEADING_OK);
    EXPECT(heading_estimator_read(e, &estimate) == HEADING_OK);
  }

  /* Sizes: an older program gets what it knows, an unset one is refused. */
  struct { heading_estimate estimate; char more[16]; } newer;
  memset(&newer, 1, sizeof newer);
  newer.estimate.size = sizeof newer;
  EXPECT(heading_estimator_read(e, &newer.estimate) == HEADING_OK && newer.more[0] == 0 && newer.more[15] == 0);
  EXPECT(newer.estimate.size == sizeof newer);
  estimate.size = 0;
  EXPECT(heading_estimator_read(e, &estimate) == HEADING_ERROR_SIZE);
  estimate.size = (size_t)-1;
  EXPECT(heading_estimator_read(e, &estimate) == HEADING_ERROR_SIZE);

  /* Null. */
  EXPECT(heading_estimator_read(e, NULL) == HEADING_ERROR_NULL);
  EXPECT(heading_estimator_read(NULL, &estimate) == HEADING_ERROR_NULL);
  EXPECT(heading_estimator_gyroscope(e, 0, NULL) == HEADING_ERROR_NULL);
  EXPECT(heading_estimator_gyroscope(NULL, 0, still) == HEADING_ERROR_NULL);
  EXPECT(heading_estimator_create(NULL, NULL) == HEADING_ERROR_NULL);
  EXPECT(heading_estimator_batch(e, NULL) == HEADING_ERROR_NULL);
  EXPECT(heading_estimator_destroy(NULL) == HEADING_OK);

  /* Foreign and destroyed handles. */
  heading_calibrator *c = NULL;
  EXPECT(heading_calibrator_create(10, &c) == HEADING_OK);
  EXPECT(heading_estimator_gyroscope((heading_estimator *)c, 0, still) == HEADING_ERROR_HANDLE);
  EXPECT(heading_estimator_destroy((heading_estimator *)c) == HEADING_ERROR_HANDLE);
  EXPECT(heading_estimator_gyroscope((heading_estimator *)((char *)e + 1), 0, still) == HEADING_ERROR_HANDLE);
  _Alignas(16) char zeros[64] = {0};
  EXPECT(heading_estimator_gyroscope((heading_estimator *)zeros, 0, still) == HEADING_ERROR_HANDLE);
  EXPECT(heading_estimator_destroy(e) == HEADING_OK);
  for (int i = 0; i < HEADING_REMEMBERED_HANDLES - 1; i++) {
    heading_estimator *other;
    EXPECT(heading_estimator_create(NULL, &other) == HEADING_OK && other != e);
    EXPECT(heading_estimator_gyroscope(e, 0, still) == HEADING_ERROR_HANDLE);
    EXPECT(heading_estimator_destroy(e) == HEADING_ERROR_HANDLE);
    EXPECT(heading_estimator_destroy(other) == HEADING_OK);
  }
  EXPECT(heading_calibrator_destroy(c) == HEADING_OK);
}

static void parameters(void) {
  heading_parameters p = HEADING_INIT(heading_parameters);
  heading_estimator *e = NULL;
  EXPECT(heading_parameters_calibrated(NULL) == HEADING_ERROR_NULL);
  EXPECT(heading_parameters_uncalibrated(&p) == HEADING_OK && p.hard_iron == 40e-6 && p.size == sizeof p);
  EXPECT(heading_estimator_create(&p, &e) == HEADING_OK);
  rest(e, 300, 7);
  heading_estimate estimate = HEADING_INIT(heading_estimate);
  EXPECT(heading_estimator_read(e, &estimate) == HEADING_OK && estimate.heading_68 > 20);
  EXPECT(heading_estimator_destroy(e) == HEADING_OK);
  double bad[] = {NAN, INFINITY, -1, 0, 1e9};
  for (size_t member = 0; member < 25; member++)
    for (size_t i = 0; i < 5; i++) {
      EXPECT(heading_parameters_calibrated(&p) == HEADING_OK);
      (&p.inertial_latency)[member] = bad[i];
      int result = heading_estimator_create(&p, &e);
      EXPECT(result == HEADING_ERROR_VALUE || bad[i] == 0);
      EXPECT((e != NULL) == (result == HEADING_OK));
      heading_estimator_destroy(e);
    }
  p.size = 8;
  EXPECT(heading_estimator_create(&p, &e) == HEADING_ERROR_SIZE && !e);
}

static void batch(void) {
  enum { rows = 400 };
  static double rates[rows * 3], forces[rows * 3], fields[rows * 3], attitudes[rows * 4], headings[rows];
  static uint64_t reasons[rows];
  for (int i = 0; i < rows * 3; i++) {
    rates[i] = still[i % 3] + 0.0001 * sin(i * 12.9898);
    forces[i] = level[i % 3] + 0.01 * sin(i * 78.233);
    fields[i] = i / 3 % 4 ? NAN : north[i % 3] + 0.2e-6 * sin(i * 37.719);
  }
  heading_batch b = {sizeof b, rows, NULL, 0, 10000000, rates, forces, fields, attitudes, headings, NULL, NULL, reasons, NULL, NULL, NULL};
  heading_estimator *e, *f;
  EXPECT(heading_estimator_create(NULL, &e) == HEADING_OK && heading_estimator_create(NULL, &f) == HEADING_OK);
  EXPECT(heading_estimator_batch(e, &b) == HEADING_OK);
  heading_estimate one = HEADING_INIT(heading_estimate);
  for (int row = 0; row < rows; row++) {
    heading_estimator_gyroscope(f, row * INT64_C(10000000), rates + 3 * row);
    heading_estimator_accelerometer(f, row * INT64_C(10000000), forces + 3 * row);
    if (row % 4 == 0) heading_estimator_magnetometer(f, row * INT64_C(10000000), fields + 3 * row);
    EXPECT(heading_estimator_read(f, &one) == HEADING_OK);
    EXPECT(!memcmp(one.attitude, attitudes + 4 * row, 32) || isnan(one.attitude[0]));
    EXPECT(one.heading == headings[row] || isnan(one.heading));
    EXPECT(one.reasons == reasons[row]);
  }
  EXPECT(isfinite(headings[rows - 1]));
  static double biases[rows * 3], deviations[rows];
  static uint8_t flags[rows];
  heading_estimator *g;
  b.biases = biases, b.bias_accuracies = deviations, b.flags = flags;
  EXPECT(heading_estimator_create(NULL, &g) == HEADING_OK && heading_estimator_batch(g, &b) == HEADING_OK);
  EXPECT(!memcmp(biases + 3 * (rows - 1), one.gyroscope_bias, 24) && deviations[rows - 1] == one.gyroscope_bias_accuracy);
  EXPECT(flags[rows - 1] == (one.at_rest | one.disturbed << 1 | 4 | 8) && one.at_rest && flags[0] != flags[rows - 1]);
  EXPECT(heading_estimator_destroy(g) == HEADING_OK);
  b.step = INT64_MAX;
  EXPECT(heading_estimator_batch(e, &b) == HEADING_ERROR_VALUE);
  b.step = 1, b.count = (size_t)-1;
  EXPECT(heading_estimator_batch(e, &b) == HEADING_ERROR_SIZE);
  b.count = 0;
  EXPECT(heading_estimator_batch(e, &b) == HEADING_OK);
  b.size = 3;
  EXPECT(heading_estimator_batch(e, &b) == HEADING_ERROR_SIZE);
  heading_estimator_destroy(e), heading_estimator_destroy(f);
}

static void calibration(void) {
  heading_calibrator *c = NULL;
  heading_calibration found = HEADING_INIT(heading_calibration);
  heading_priors priors = HEADING_INIT(heading_priors);
  size_t count = 0;
  EXPECT(heading_calibrator_create(2000001, &c) == HEADING_ERROR_SIZE && !c);
  EXPECT(heading_calibrator_create(1500, &c) == HEADING_OK);
  EXPECT(heading_calibrator_fit(c, NULL, &found) == HEADING_OK && !found.accepted);
  EXPECT(HEADING_HAS(found.reasons, HEADING_CALIBRATION_TOO_FEW_SAMPLES));
  double iron[3] = {12e-6, -7e-6, 20e-6};
  unsigned seed = 5;
  for (int i = 0; i < 1500; i++) {
    /* Turned about all axes: field and gravity in the body of the attitude Rz Rx Ry. */
    double h = i * 0.05, p = 1.2 * sin(i * 0.011), r = 1.4 * sin(i * 0.017), noise[3];
    for (int k = 0; k < 3; k++) seed = seed * 1664525u + 1013904223u, noise[k] = ((double)(seed >> 8) / (1 << 24) - 0.5) * 0.3e-6;
    double up[3] = {-cos(p) * sin(r), sin(p), cos(p) * cos(r)};
    double ahead[3] = {cos(h) * 0, 0, 0};
    /* North in the body: rows of the rotation. */
    double east[3] = {cos(h) * cos(r) + sin(h) * sin(p) * sin(r), sin(h) * cos(p), cos(h) * sin(r) - sin(h) * sin(p) * cos(r)};
    for (int k = 0; k < 3; k++) ahead[k] = up[(k + 1) % 3] * east[(k + 2) % 3] - up[(k + 2) % 3] * east[(k + 1) % 3];
    double field[3], force[3];
    for (int k = 0; k < 3; k++) {
      field[k] = 22e-6 * ahead[k] - 43e-6 * up[k] + iron[k] + noise[k];
      force[k] = 9.80665 * up[k] + noise[(k + 1) % 3] * 1e5;
    }
    EXPECT(heading_calibrator_add(c, i * INT64_C(20000000), field, force, NULL) == HEADING_OK);
  }
  EXPECT(heading_calibrator_count(c, &count) == HEADING_OK && count == 1500);
  EXPECT(heading_calibrator_add(c, INT64_MAX, north, NULL, NULL) == HEADING_ERROR_FULL);
  EXPECT(heading_priors_none(&priors) == HEADING_OK);
  priors.field_strength = sqrt(22e-6 * 22e-6 + 43e-6 * 43e-6);
  priors.field_inclination = atan2(43, 22) * 57.29577951308232;
  EXPECT(heading_calibrator_fit(c, &priors, &found) == HEADING_OK && found.accepted && found.quality >= 3);
  for (int k = 0; k < 3; k++) EXPECT(fabs(found.hard_iron[k] - iron[k]) < 0.1e-6);
  for (int k = 0; k < 9; k++) EXPECT(fabs(found.soft_iron[k] - (k % 4 == 0)) < 0.01);
  EXPECT(found.error > 0 && found.error < 1 && found.error_by_heading[35] > 0 && found.samples > 1000);
  double raw[6] = {12e-6, -7e-6, 20e-6, 34e-6, -7e-6, 20e-6};
  EXPECT(heading_calibration_apply(&found, 2, raw, raw) == HEADING_OK);
  EXPECT(fabs(raw[0]) < 0.1e-6 && fabs(raw[3] - 22e-6) < 0.3e-6);
  EXPECT(heading_calibration_apply(&found, 2, NULL, raw) == HEADING_ERROR_NULL);
  found.hard_iron[1] = NAN;
  EXPECT(heading_calibration_apply(&found, 2, raw, raw) == HEADING_ERROR_VALUE);

  priors.latitude = 91, priors.longitude = 0;
  EXPECT(heading_calibrator_fit(c, &priors, &found) == HEADING_ERROR_VALUE);
  priors.latitude = 50, priors.date_year = 1990;
  EXPECT(heading_calibrator_fit(c, &priors, &found) == HEADING_ERROR_DATE);
  priors.date_year = 2026, priors.accelerometer = 7;
  EXPECT(heading_calibrator_fit(c, &priors, &found) == HEADING_ERROR_VALUE);
  double nan3[3] = {0, NAN, 0};
  EXPECT(heading_calibrator_clear(c) == HEADING_OK && heading_calibrator_count(c, &count) == HEADING_OK && !count);
  EXPECT(heading_calibrator_add(c, 1, nan3, NULL, NULL) == HEADING_NOTICE_REFUSED);
  EXPECT(heading_calibrator_add(c, 1, north, nan3, NULL) == HEADING_NOTICE_REFUSED);
  EXPECT(heading_calibrator_add(c, 1, north, NULL, NULL) == HEADING_OK);
  EXPECT(heading_calibrator_add(c, 2, north, NULL, NULL) == HEADING_NOTICE_NONE);
  EXPECT(heading_calibrator_add(c, 3, NULL, NULL, NULL) == HEADING_ERROR_NULL);
  EXPECT(heading_calibrator_destroy(c) == HEADING_OK);
  EXPECT(heading_calibrator_add(c, 3, north, NULL, NULL) == HEADING_ERROR_HANDLE);
}

static void earth(void) {
  double latitude[] = {47, 91, 0}, longitude[] = {8, 0, NAN}, year[] = {2026, 2026, 2026}, height[] = {0, 0, 0}, out[3];
  heading_field fields[3];
  int results[3];
  size_t size = sizeof *fields;
  EXPECT(heading_field_compute(3, latitude, longitude, height, year, 0, fields, size, results) == HEADING_ERROR_VALUE);
  EXPECT(results[0] == HEADING_OK && results[1] == HEADING_ERROR_VALUE && results[2] == HEADING_ERROR_VALUE);
  EXPECT(fields[0].total > 45e-6 && isnan(fields[1].total) && isnan(fields[2].zone));
  year[0] = 2031;
  EXPECT(heading_field_compute(1, latitude, longitude, NULL, year, 0, fields, size, NULL) == HEADING_ERROR_DATE);
  EXPECT(heading_field_compute(1, latitude, longitude, NULL, year, HEADING_FIELD_EXTRAPOLATE, fields, size, NULL) == HEADING_OK);
  EXPECT(fields[0].years_outside == 1 && fields[0].declination_error > 0.3);
  height[0] = 1e7, year[0] = 2026;
  EXPECT(heading_field_compute(1, latitude, longitude, height, year, 0, fields, size, NULL) == HEADING_ERROR_HEIGHT);
  EXPECT(heading_field_compute(1, latitude, longitude, NULL, year, 0, fields, 8, NULL) == HEADING_ERROR_SIZE);
  EXPECT(heading_field_compute(1, NULL, longitude, NULL, year, 0, fields, size, NULL) == HEADING_ERROR_NULL);
  EXPECT(heading_field_compute(0, NULL, NULL, NULL, NULL, 0, NULL, size, NULL) == HEADING_OK);
  EXPECT(heading_geodesic_inverse(3, latitude, longitude, latitude, longitude, out, NULL, NULL) == HEADING_ERROR_VALUE);
  EXPECT(out[0] == 0 && isnan(out[1]) && isnan(out[2]));
  EXPECT(heading_geodesic_direct(1, latitude, longitude, latitude, NULL, out, NULL, NULL) == HEADING_ERROR_NULL);
  EXPECT(heading_decimal_year(1735689600) == 2025 && isnan(heading_decimal_year(NAN)) && isnan(heading_decimal_year(1e300)));
}

/* A rover at rest at a known place, facing north, with a receiver and a barometer. */
static void engine(void) {
  heading_engine *e = NULL;
  heading_solution solution = HEADING_INIT(heading_solution);
  heading_settings settings = HEADING_INIT(heading_settings);
  heading_fix fix = HEADING_INIT(heading_fix);
  uint64_t reasons = 0;
  EXPECT(heading_engine_create(&e) == HEADING_OK);
  EXPECT(heading_engine_read(e, &solution) == HEADING_ERROR_MISSING);
  EXPECT(heading_engine_missing(e, 0, &reasons) == HEADING_ERROR_MISSING);
  EXPECT(heading_settings_default(&settings) == HEADING_OK && isnan(settings.latitude) && settings.coasting_limit == 50);
  EXPECT(heading_engine_configure(e, 0, &settings) >= 0);
  EXPECT(heading_engine_clock(e, 0, 1780000000, HEADING_TRUST_SYNCHRONIZED) >= 0);
  EXPECT(heading_fix_empty(&fix) == HEADING_OK);
  EXPECT(heading_engine_fix(e, &fix) == HEADING_ERROR_VALUE);
  fix.latitude = 47.4, fix.longitude = 8.5, fix.altitude = 500, fix.horizontal_accuracy = 2, fix.vertical_accuracy = 4;
  double place = 47.4, longitude = 8.5, height = 500, year = heading_decimal_year(1780000000);
  heading_field field;
  EXPECT(heading_field_compute(1, &place, &longitude, &height, &year, 0, &field, sizeof field, NULL) == HEADING_OK);
  heading_calibration none = HEADING_INIT(heading_calibration);
  EXPECT(heading_engine_calibrate(e, 0, &none) == HEADING_ERROR_VALUE);
  none.accepted = 1, none.error = none.error_tilt_20 = none.error_tilt_45 = 0.5, none.field_inclination = NAN;
  none.soft_iron[0] = none.soft_iron[4] = none.soft_iron[8] = 1;
  EXPECT(heading_engine_calibrate(e, 0, &none) >= 0);
  unsigned seed = 3, solutions = 0;
  for (int row = 0; row < 1000; row++) {
    int64_t time = 1000000000 + row * INT64_C(10000000);
    double noise[9];
    for (int i = 0; i < 9; i++) seed = seed * 1664525u + 1013904223u, noise[i] = (double)(seed >> 8) / (1 << 24) - 0.5;
    double rate[3] = {noise[0] * 0.002, noise[1] * 0.002, noise[2] * 0.002};
    double force[3] = {noise[3] * 0.02, noise[4] * 0.02, 9.8 + noise[5] * 0.02};
    double flux[3] = {noise[6] * 0.5e-6, field.horizontal + noise[7] * 0.5e-6, -field.down + noise[8] * 0.5e-6};
    int result = heading_engine_gyroscope(e, time, rate);
    EXPECT(result >= 0);
    solutions += result == HEADING_OK;
    EXPECT(heading_engine_accelerometer(e, time, force) >= 0);
    EXPECT(heading_engine_magnetometer(e, time, flux) >= 0);
    if (row % 10 == 0) EXPECT(heading_engine_pressure(e, time, 95460 + noise[0]) >= 0);
    if (row % 100 == 0) {
      fix.time = time, fix.latitude = 47.4 + noise[1] * 1e-6;
      EXPECT(heading_engine_fix(e, &fix) >= 0);
    }
  }
  EXPECT(solutions > 900);
  EXPECT(heading_engine_read(e, &solution) == HEADING_OK);
  EXPECT(fabs(remainder(solution.magnetic_heading, 360)) < solution.heading_95 && solution.status != HEADING_STATUS_INVALID);
  EXPECT(fabs(remainder(solution.true_heading - solution.magnetic_heading - field.declination, 360)) < 0.02);
  EXPECT(solution.true_heading_68 > solution.heading_68 && solution.heading_68 < solution.heading_95);
  EXPECT(fabs(solution.latitude - 47.4) < 1e-4 && fabs(solution.longitude - 8.5) < 1e-4 && solution.horizontal_accuracy < 10);
  EXPECT(fabs(solution.altitude - 500) < 10 && isnan(solution.ellipsoidal_altitude) && fabs(solution.pressure - 95460) < 1);
  EXPECT(fabs(solution.unix_time - 1780000000 - 10.99) < 0.02 && fabs(solution.field[1] - field.horizontal) < 1e-6);
  EXPECT(heading_engine_missing(e, HEADING_VALUE_ELLIPSOIDAL_ALTITUDE, &reasons) == HEADING_OK);
  EXPECT(HEADING_HAS(reasons, HEADING_REASON_GEOID_MISSING));
  EXPECT(heading_engine_missing(e, HEADING_VALUE_TRUE_HEADING, &reasons) == HEADING_OK && reasons == 0);
  EXPECT(heading_engine_missing(e, 99, &reasons) == HEADING_ERROR_VALUE);

  /* Silence: the heading goes, with its reason. */
  for (int i = 0; i < 1200; i++) EXPECT(heading_engine_tick(e, 12000000000 + i * INT64_C(100000000)) >= 0);
  EXPECT(heading_engine_read(e, &solution) == HEADING_OK && isnan(solution.magnetic_heading));
  EXPECT(HEADING_HAS(solution.reasons, HEADING_REASON_MAGNETOMETER_STALE) && solution.status == HEADING_STATUS_INVALID);

  /* What is wrong is refused. */
  double bad[3] = {NAN, INFINITY, -1e300};
  EXPECT(heading_engine_gyroscope(e, INT64_MAX, bad) >= 0 && heading_engine_magnetometer(e, INT64_MIN, bad) >= 0);
  EXPECT(heading_engine_accelerometer(e, 0, bad) >= 0 && heading_engine_pressure(e, 0, NAN) >= 0);
  EXPECT(heading_engine_clock(e, 0, NAN, 1) == HEADING_ERROR_VALUE && heading_engine_clock(e, 0, 1e9, 4) == HEADING_ERROR_VALUE);
  settings.motion = 3;
  EXPECT(heading_engine_configure(e, 0, &settings) == HEADING_ERROR_VALUE);
  settings.motion = 1, settings.antenna[2] = NAN;
  EXPECT(heading_engine_configure(e, 0, &settings) == HEADING_ERROR_VALUE);
  settings.size = 1;
  EXPECT(heading_engine_configure(e, 0, &settings) == HEADING_ERROR_SIZE);
  fix.speed = -1;
  EXPECT(heading_engine_fix(e, &fix) == HEADING_ERROR_VALUE);
  EXPECT(heading_engine_fix(e, NULL) == HEADING_ERROR_NULL && heading_engine_gyroscope(e, 0, NULL) == HEADING_ERROR_NULL);
  EXPECT(heading_engine_read(e, NULL) == HEADING_ERROR_NULL && heading_engine_read(NULL, &solution) == HEADING_ERROR_NULL);
  EXPECT(heading_engine_calibrate(e, 0, NULL) >= 0);
  EXPECT(heading_estimator_gyroscope((heading_estimator *)e, 0, still) == HEADING_ERROR_HANDLE);
  EXPECT(heading_engine_destroy(e) == HEADING_OK && heading_engine_destroy(e) == HEADING_ERROR_HANDLE);
  EXPECT(heading_engine_tick(e, 0) == HEADING_ERROR_HANDLE);
}

static void texts(void) {
  char text[4096], small[8];
  uint64_t two = UINT64_C(1) << HEADING_REASON_STARTING | UINT64_C(1) << HEADING_REASON_UNCALIBRATED;
  EXPECT(heading_reasons_names(two, text, sizeof text) == strlen("starting,uncalibrated") && !strcmp(text, "starting,uncalibrated"));
  EXPECT(heading_reasons_names(two, small, sizeof small) == 21 && !strcmp(small, "startin"));
  EXPECT(heading_reasons_names(two, NULL, 0) == 21 && heading_reasons_names(two, NULL, 9) == 21);
  EXPECT(heading_reasons_names(0, text, sizeof text) == 0 && !text[0]);
  EXPECT(heading_reasons_advice(UINT64_MAX, text, sizeof text) > 1000 && strlen(text) < sizeof text);
  EXPECT(heading_calibration_names(1, text, sizeof text) && !strcmp(text, "too_few_samples"));
  EXPECT(heading_calibration_advice(UINT64_MAX, text, sizeof text) > 500);
  for (int result = -20; result < 20; result++) EXPECT(strlen(heading_result_text(result)) > 5);
}

/* A recording of a level device that turns by 0.2 rad/s from north after 5 s. */
enum { ROWS = 2000 };
static double times[ROWS], rates[ROWS][3], forces[ROWS][3], fields[ROWS][3];

static double turn(int row) { return row < 500 ? 0 : (row - 500) * 0.002; }

static void record(void) {
  unsigned seed = 5;
  for (int row = 0; row < ROWS; row++) {
    times[row] = row * 0.01;
    for (int i = 0; i < 9; i++) {
      seed = seed * 1664525u + 1013904223u;
      double noise = (double)(seed >> 8) / (1 << 24) - 0.5, angle = turn(row);
      /* Heading grows clockwise: a turn to the right is negative about the axis up. */
      if (i < 3) rates[row][i] = (i == 2 && row >= 500 ? -0.2 : 0) + noise * 0.002;
      else if (i < 6) forces[row][i - 3] = level[i - 3] + noise * 0.02;
      else fields[row][i - 6] = (i == 6 ? -20e-6 * sin(angle) : i == 7 ? 20e-6 * cos(angle) : -43e-6) + noise * 0.5e-6;
    }
  }
}

static void recording(void) {
  static double headings[ROWS], bounds[ROWS];
  static uint8_t flags[ROWS];
  static heading_solution solutions[ROWS];
  const double degrees = 180 / acos(-1);
  record();
  heading_batch b = HEADING_INIT(heading_batch);
  b.count = ROWS, b.step = 10000000, b.rates = rates[0], b.forces = forces[0], b.fields = fields[0];
  b.headings = headings, b.bounds_95 = bounds, b.flags = flags;
  EXPECT(heading_smooth(NULL, &b) == HEADING_OK);
  int wrong = 0, unknown = 0;
  for (int row = 0; row < ROWS; row++) {
    if (!(flags[row] & HEADING_FLAG_NORTH) || isnan(headings[row])) unknown++;
    if (!(fabs(remainder(headings[row] - turn(row) * degrees, 360)) < fmin(bounds[row], 2))) wrong++;
  }
  EXPECT(unknown == 0 && wrong == 0);
  uint64_t reasons[ROWS];
  b.reasons = reasons;
  EXPECT(heading_smooth(NULL, &b) == HEADING_ERROR_VALUE);
  b.reasons = NULL, b.rates = b.forces = b.fields = NULL;
  EXPECT(heading_smooth(NULL, &b) == HEADING_ERROR_NULL && heading_smooth(NULL, NULL) == HEADING_ERROR_NULL);
  b.count = SIZE_MAX / 128, b.step = 0;
  EXPECT(heading_smooth(NULL, &b) == HEADING_ERROR_NULL);

  heading_rows r = HEADING_INIT(heading_rows);
  r.count = ROWS, r.times = times, r.rates = rates[0], r.forces = forces[0], r.fields = fields[0];
  for (unsigned smooth = 0; smooth <= HEADING_REPLAY_SMOOTH; smooth++) {
    size_t back = 99;
    EXPECT(heading_replay(NULL, NULL, &r, smooth, solutions, sizeof solutions[0], &back) == HEADING_OK && back == 0);
    wrong = 0;
    for (int row = smooth ? 0 : 200; row < ROWS; row++) {
      double error = remainder(solutions[row].magnetic_heading - turn(row) * degrees, 360);
      if (!(fabs(error) < fmin(solutions[row].heading_95, 3))) wrong++;
      if (!isnan(solutions[row].latitude) || solutions[row].size != sizeof solutions[row]) wrong++;
    }
    EXPECT(wrong == 0);
  }
  heading_calibration iron = HEADING_INIT(heading_calibration);
  EXPECT(heading_replay(NULL, &iron, &r, 0, solutions, sizeof solutions[0], NULL) == HEADING_ERROR_VALUE);
  EXPECT(heading_replay(NULL, NULL, &r, 0, solutions, 8, NULL) == HEADING_ERROR_SIZE);
  EXPECT(heading_replay(NULL, NULL, &r, 0, NULL, sizeof solutions[0], NULL) == HEADING_ERROR_NULL);
  EXPECT(heading_replay(NULL, NULL, &r, 4, solutions, sizeof solutions[0], NULL) == HEADING_ERROR_VALUE);
  times[7] = INFINITY;
  EXPECT(heading_replay(NULL, NULL, &r, 0, solutions, sizeof solutions[0], NULL) == HEADING_ERROR_VALUE);
}

static void *work(void *argument) {
  unsigned seed = *(unsigned *)argument;
  for (int turn = 0; turn < 20; turn++) {
    heading_estimator *e = NULL;
    EXPECT(heading_estimator_create(NULL, &e) == HEADING_OK);
    rest(e, 100, seed);
    double place = 47, year = 2026;
    heading_field field;
    EXPECT(heading_field_compute(1, &place, &place, NULL, &year, 0, &field, sizeof field, NULL) == HEADING_OK);
    EXPECT(heading_estimator_destroy(e) == HEADING_OK);
  }
  return NULL;
}

int main(void) {
  /* Threads first: they meet while everything is initialized. */
  unsigned seeds[4] = {1, 2, 3, 4};
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, work, &seeds[i]);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  estimator(), parameters(), batch(), calibration(), earth(), engine(), recording(), texts();
  if (!failures) puts("unit: in order");
  return failures != 0;
}
