import Foundation

/// Errors of one quantity over many runs, and their stated bounds.
struct ErrorStatistics {
  /// Sums of one run.
  private struct Run {
    var squares = 0.0
    var covered = 0.0
    var normalized = 0.0
    var bounds = 0.0
    var count = 0.0
  }

  private var runs: [Run] = []
  private(set) var largest = 0.0

  /// The errors that follow belong to the next run.
  mutating func begin() { runs.append(Run()) }

  /// Adds an error and its 68 % bound.
  mutating func note(_ error: Double, bound: Double) {
    let last = runs.count - 1
    guard last >= 0 else { return }
    let size = abs(error)
    runs[last].squares += error * error
    runs[last].covered += size <= bound ? 1 : 0
    runs[last].normalized += bound > 0 ? error * error / (bound * bound) : 0
    runs[last].bounds += bound * bound
    runs[last].count += 1
    largest = max(largest, size)
  }

  private var filled: [Run] { runs.filter { $0.count > 0 } }

  private func mean(_ value: (Run) -> Double) -> Double {
    filled.isEmpty ? .nan : filled.reduce(0) { $0 + value($1) } / Double(filled.count)
  }

  /// Root of the mean square over all runs.
  var rootMeanSquare: Double { mean { $0.squares / $0.count }.squareRoot() }

  /// Root mean square of the bounds.
  var bound: Double { mean { $0.bounds / $0.count }.squareRoot() }

  /// The share within the bounds.
  var coverage: Double { mean { $0.covered / $0.count } }

  /// Squared errors over the squares of their bounds.
  var normalized: Double { mean { $0.normalized / $0.count } }

  /// Standard error of ``coverage``: errors within a run are correlated, runs are independent.
  var coverageDeviation: Double {
    let middle = coverage
    let count = Double(filled.count)
    guard count > 1 else { return .nan }
    let spread = mean { pow($0.covered / $0.count - middle, 2) }
    return (spread / (count - 1)).squareRoot()
  }

  /// Root mean square, bound and coverage in columns.
  var text: String {
    guard !filled.isEmpty else { return "   none stated" }
    return String(
      format: "%7.3f %7.3f  %3.0f ± %1.0f %%  %5.2f", rootMeanSquare, bound, 100 * coverage,
      100 * coverageDeviation, normalized)
  }
}
