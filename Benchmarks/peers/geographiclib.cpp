// Time per call of GeographicLib (Debian libgeographiclib-dev): `measurement peer nanoseconds` a line.
// First argument: folder with the geoid made by geoid2geographiclib.py and the magnetic models made by
// cof2geographiclib.py, whose names follow; without it only geodesics.
#include <GeographicLib/Geodesic.hpp>
#include <GeographicLib/Geoid.hpp>
#include <GeographicLib/MagneticModel.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <vector>

template <typename Body>
static void measure(const char* name, int calls, Body body) {
  double best = 1e300;
  volatile double checksum = 0;
  auto start = std::chrono::steady_clock::now();
  do {
    auto before = std::chrono::steady_clock::now();
    checksum = checksum + body();
    std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - before;
    best = std::min(best, time.count() / calls);
  } while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(500));
  std::printf("%s GeographicLib %.1f\n", name, best);
}

int main(int argc, char** argv) {
  const int count = 2000;
  std::mt19937_64 generator(1);
  std::uniform_real_distribution<double> unit(0, 1);
  struct Place { double latitude, longitude, height, year; };
  std::vector<Place> places(count), near(count);
  const auto& earth = GeographicLib::Geodesic::WGS84();
  for (int i = 0; i < count; ++i) {
    places[i] = {unit(generator) * 180 - 90, unit(generator) * 360 - 180, unit(generator) * 10000,
                 2025 + 5 * unit(generator)};
    earth.Direct(places[i].latitude, places[i].longitude, unit(generator) * 360, 10,
                 near[i].latitude, near[i].longitude);
  }
  measure("geodesic-inverse", count - 1, [&] {
    double sum = 0, s, a, b;
    for (int i = 1; i < count; ++i) {
      earth.Inverse(places[i - 1].latitude, places[i - 1].longitude, places[i].latitude,
                    places[i].longitude, s, a, b);
      sum += s;
    }
    return sum;
  });
  measure("geodesic-10m", count, [&] {
    double sum = 0, s, a, b;
    for (int i = 0; i < count; ++i) {
      earth.Inverse(places[i].latitude, places[i].longitude, near[i].latitude, near[i].longitude, s,
                    a, b);
      sum += s;
    }
    return sum;
  });
  measure("geodesic-direct", count, [&] {
    double sum = 0, a, b, c;
    for (const auto& p : places) {
      earth.Direct(p.latitude, p.longitude, p.year, p.height * 1000, a, b, c);
      sum += c;
    }
    return sum;
  });
  if (argc > 1) try {
    GeographicLib::Geoid geoid("egm96-30", argv[1]);
    geoid.CacheAll();
    measure("geoid", count, [&] {
      double sum = 0;
      for (const auto& p : places) sum += geoid(p.latitude, p.longitude);
      return sum;
    });
  } catch (const std::exception& error) {
    std::fprintf(stderr, "GeographicLib cannot read the geoid: %s\n", error.what());
  }
  for (int index = 2; index < argc; ++index) try {
    GeographicLib::MagneticModel model(argv[index], argv[1]);
    bool high = model.Degree() > 13;
    int calls = high ? 100 : count;
    measure(high ? "wmmhr" : "wmm", calls, [&] {
      double sum = 0, x, y, z, xt, yt, zt, H, F, D, I, Ht, Ft, Dt, It;
      for (int i = 0; i < calls; ++i) {
        const auto& p = places[i];
        model(p.year, p.latitude, p.longitude, p.height, x, y, z, xt, yt, zt);
        GeographicLib::MagneticModel::FieldComponents(x, y, z, xt, yt, zt, H, F, D, I, Ht, Ft, Dt,
                                                      It);
        sum += D + I + H + F + Dt + It + Ht + Ft + x + y + z;
      }
      return sum;
    });
  } catch (const std::exception& error) {
    std::fprintf(stderr, "GeographicLib cannot read %s: %s\n", argv[index], error.what());
  }
}
