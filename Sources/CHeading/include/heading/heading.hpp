// libheading in C++17: handles that free themselves, errors as exceptions. Header only, over heading.h.
#ifndef HEADING_HEADING_HPP
#define HEADING_HEADING_HPP

#include <heading/heading.h>

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace heading {

using Vector = std::array<double, 3>;

// An error of the library; notices about samples are return values instead.
class Error : public std::runtime_error {
 public:
  explicit Error(int result) : std::runtime_error(heading_result_text(result)), result_(result) {}
  int result() const noexcept { return result_; }

 private:
  int result_;
};

// Throws for an error; returns HEADING_OK or a notice.
inline heading_result check(int result) {
  if (result < 0) throw Error(result);
  return static_cast<heading_result>(result);
}

// A struct of the library with its size set.
template <typename Struct>
Struct make() {
  Struct value{};
  value.size = sizeof value;
  return value;
}

namespace detail {
template <typename Function>
std::string text(Function function, std::uint64_t reasons) {
  std::string result(function(reasons, nullptr, 0), '\0');
  function(reasons, result.data(), result.size() + 1);
  return result;
}
}  // namespace detail

// The names of a set's reasons, separated by commas, and what to do, by line ends.
inline std::string names(std::uint64_t reasons) { return detail::text(heading_reasons_names, reasons); }
inline std::string advice(std::uint64_t reasons) { return detail::text(heading_reasons_advice, reasons); }

// Attitude and magnetic heading; moved, not copied.
class Estimator {
 public:
  static heading_parameters calibrated() {
    auto parameters = make<heading_parameters>();
    check(heading_parameters_calibrated(&parameters));
    return parameters;
  }
  static heading_parameters uncalibrated() {
    auto parameters = make<heading_parameters>();
    check(heading_parameters_uncalibrated(&parameters));
    return parameters;
  }

  explicit Estimator(const heading_parameters& parameters = calibrated()) {
    heading_estimator* handle = nullptr;
    check(heading_estimator_create(&parameters, &handle));
    handle_.reset(handle);
  }

  heading_result gyroscope(std::int64_t time, const Vector& rate) {
    return check(heading_estimator_gyroscope(handle_.get(), time, rate.data()));
  }
  heading_result accelerometer(std::int64_t time, const Vector& force) {
    return check(heading_estimator_accelerometer(handle_.get(), time, force.data()));
  }
  heading_result magnetometer(std::int64_t time, const Vector& field) {
    return check(heading_estimator_magnetometer(handle_.get(), time, field.data()));
  }
  void advance(std::int64_t time) { check(heading_estimator_advance(handle_.get(), time)); }
  void reference(double strength, double inclination) {
    check(heading_estimator_reference(handle_.get(), strength, inclination));
  }
  void batch(const heading_batch& batch) { check(heading_estimator_batch(handle_.get(), &batch)); }
  heading_estimate read() const {
    auto estimate = make<heading_estimate>();
    check(heading_estimator_read(handle_.get(), &estimate));
    return estimate;
  }
  heading_estimator* get() const noexcept { return handle_.get(); }

 private:
  struct Free {
    void operator()(heading_estimator* handle) const noexcept { heading_estimator_destroy(handle); }
  };
  std::unique_ptr<heading_estimator, Free> handle_;
};

// Calibration of a magnetometer.
class Calibrator {
 public:
  static heading_priors nothing() {
    auto priors = make<heading_priors>();
    check(heading_priors_none(&priors));
    return priors;
  }

  explicit Calibrator(std::size_t capacity = 0) {
    heading_calibrator* handle = nullptr;
    check(heading_calibrator_create(capacity, &handle));
    handle_.reset(handle);
  }

  heading_result add(std::int64_t time, const Vector& field) {
    return check(heading_calibrator_add(handle_.get(), time, field.data(), nullptr, nullptr));
  }
  heading_result add(std::int64_t time, const Vector& field, const Vector& force) {
    return check(heading_calibrator_add(handle_.get(), time, field.data(), force.data(), nullptr));
  }
  heading_result add(std::int64_t time, const Vector& field, const Vector& force, const Vector& rate) {
    return check(heading_calibrator_add(handle_.get(), time, field.data(), force.data(), rate.data()));
  }
  heading_calibration fit(const heading_priors& priors = nothing()) const {
    auto result = make<heading_calibration>();
    check(heading_calibrator_fit(handle_.get(), &priors, &result));
    return result;
  }
  heading_calibrator* get() const noexcept { return handle_.get(); }

 private:
  struct Free {
    void operator()(heading_calibrator* handle) const noexcept { heading_calibrator_destroy(handle); }
  };
  std::unique_ptr<heading_calibrator, Free> handle_;
};

// The engine: headings, position and altitude from all sensors.
class Engine {
 public:
  static heading_settings defaults() {
    auto settings = make<heading_settings>();
    check(heading_settings_default(&settings));
    return settings;
  }
  static heading_fix empty_fix() {
    auto fix = make<heading_fix>();
    check(heading_fix_empty(&fix));
    return fix;
  }

  Engine() {
    heading_engine* handle = nullptr;
    check(heading_engine_create(&handle));
    handle_.reset(handle);
  }

  // Each returns HEADING_OK if a solution was completed, else HEADING_NOTICE_NONE.
  heading_result configure(std::int64_t time, const heading_settings& settings) {
    return check(heading_engine_configure(handle_.get(), time, &settings));
  }
  heading_result calibrate(std::int64_t time, const heading_calibration& calibration) {
    return check(heading_engine_calibrate(handle_.get(), time, &calibration));
  }
  heading_result gyroscope(std::int64_t time, const Vector& rate) {
    return check(heading_engine_gyroscope(handle_.get(), time, rate.data()));
  }
  heading_result accelerometer(std::int64_t time, const Vector& force) {
    return check(heading_engine_accelerometer(handle_.get(), time, force.data()));
  }
  heading_result magnetometer(std::int64_t time, const Vector& field) {
    return check(heading_engine_magnetometer(handle_.get(), time, field.data()));
  }
  heading_result pressure(std::int64_t time, double pressure) {
    return check(heading_engine_pressure(handle_.get(), time, pressure));
  }
  heading_result tick(std::int64_t time) { return check(heading_engine_tick(handle_.get(), time)); }
  heading_result clock(std::int64_t time, double unix_time, heading_trust trust) {
    return check(heading_engine_clock(handle_.get(), time, unix_time, trust));
  }
  heading_result fix(const heading_fix& fix) { return check(heading_engine_fix(handle_.get(), &fix)); }
  heading_solution read() const {
    auto solution = make<heading_solution>();
    check(heading_engine_read(handle_.get(), &solution));
    return solution;
  }
  std::uint64_t missing(heading_value value) const {
    std::uint64_t reasons = 0;
    check(heading_engine_missing(handle_.get(), value, &reasons));
    return reasons;
  }
  heading_engine* get() const noexcept { return handle_.get(); }

 private:
  struct Free {
    void operator()(heading_engine* handle) const noexcept { heading_engine_destroy(handle); }
  };
  std::unique_ptr<heading_engine, Free> handle_;
};

// The attitudes of a recording, from rows before and after each; see heading_smooth().
inline void smooth(const heading_batch& batch, const heading_parameters& parameters = Estimator::calibrated()) {
  check(heading_smooth(&parameters, &batch));
}

// The solutions of a recording; see heading_replay(). `settings` and `calibration` may be null.
inline std::vector<heading_solution> replay(const heading_rows& rows, unsigned flags = 0,
                                            const heading_settings* settings = nullptr,
                                            const heading_calibration* calibration = nullptr) {
  std::vector<heading_solution> solutions(rows.count);
  check(heading_replay(settings, calibration, &rows, flags, solutions.data(), sizeof(heading_solution), nullptr));
  return solutions;
}

// The field at one place and date.
inline heading_field field(double latitude, double longitude, double height, double year, unsigned flags = 0) {
  heading_field result;
  check(heading_field_compute(1, &latitude, &longitude, &height, &year, flags, &result, sizeof result, nullptr));
  return result;
}

// The distance, m, between two places.
inline double distance(double latitude_1, double longitude_1, double latitude_2, double longitude_2) {
  double result;
  check(heading_geodesic_inverse(1, &latitude_1, &longitude_1, &latitude_2, &longitude_2, &result, nullptr, nullptr));
  return result;
}

}  // namespace heading

#endif
