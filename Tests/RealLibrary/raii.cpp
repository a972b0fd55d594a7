// The C++ header: handles free themselves and move, errors are exceptions.
#include <heading/heading.hpp>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <utility>

int main() {
  heading::Estimator first;
  heading::Estimator estimator(std::move(first));
  heading::Estimator other(heading::Estimator::uncalibrated());
  other = std::move(estimator);
  for (int row = 0; row < 500; row++) {
    double n = 1e-3 * std::sin(row * 12.9898);
    other.gyroscope(row * 10'000'000LL, {n, -n, n / 2});
    other.accelerometer(row * 10'000'000LL, {n * 9, n * 7, 9.8 + n});
    other.magnetometer(row * 10'000'000LL, {n * 1e-4, 20e-6 + n * 1e-4, -43e-6});
  }
  auto estimate = other.read();
  if (!(std::abs(std::remainder(estimate.heading, 360)) < estimate.heading_95)) return 1;
  if (other.gyroscope(0, {0, 0, 0}) != HEADING_NOTICE_REFUSED) return 2;
  if (heading::names(1) != "starting" || heading::advice(1).empty() || !heading::names(0).empty()) return 3;
  try {
    first.read();
    return 4;
  } catch (const heading::Error& error) {
    if (error.result() != HEADING_ERROR_NULL || std::strlen(error.what()) < 5) return 5;
  }
  try {
    heading::field(47, 8, 0, 1990);
    return 6;
  } catch (const heading::Error& error) {
    if (error.result() != HEADING_ERROR_DATE) return 7;
  }
  if (std::abs(heading::distance(50, 2, 76, 5) - 2900825.03478675) > 1e-3) return 8;
  heading::Calibrator calibrator;
  if (calibrator.fit().accepted || calibrator.add(1, {0, 20e-6, 0}) != HEADING_OK) return 9;
  heading::Engine engine;
  engine.configure(0, heading::Engine::defaults());
  engine.clock(0, 1780000000, HEADING_TRUST_GIVEN);
  auto fix = heading::Engine::empty_fix();
  fix.latitude = 47.4, fix.longitude = 8.5;
  engine.fix(fix);
  engine.tick(1'000'000'000);
  if (std::abs(engine.read().latitude - 47.4) > 1e-6 || engine.missing(HEADING_VALUE_PRESSURE) == 0) return 10;
  std::puts("raii: in order");
}
