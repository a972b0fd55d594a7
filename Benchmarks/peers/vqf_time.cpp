// vqf_time FILE: ns a sample of VQF (double, 9 axes) over one recording, the best of five runs.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "vqf.hpp"

int main(int count, char **arguments) {
  if (count != 2) return 2;
  std::ifstream file(arguments[1]);
  std::string line, cell;
  std::getline(file, line);
  std::vector<double> rows;
  while (std::getline(file, line)) {
    std::stringstream cells(line);
    for (int i = 0; i < 10 && std::getline(cells, cell, ','); i++) rows.push_back(std::stod(cell));
  }
  const size_t n = rows.size() / 10;
  if (n < 2) return 1;
  const double interval = (rows[10 * (n - 1)] - rows[0]) / double(n - 1);
  double best = 1e30, sum = 0;
  for (int run = 0; run < 5; run++) {
    VQF filter(interval);
    const auto began = std::chrono::steady_clock::now();
    for (size_t i = 0; i < n; i++) {
      vqf_real_t q[4];
      filter.update(&rows[10 * i + 1], &rows[10 * i + 4], &rows[10 * i + 7]);
      filter.getQuat9D(q);
      sum += q[0];
    }
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - began;
    best = std::fmin(best, time.count() / double(n));
  }
  if (!std::isfinite(sum)) return 1;
  std::printf("vqf %.0f\n", best);
}
