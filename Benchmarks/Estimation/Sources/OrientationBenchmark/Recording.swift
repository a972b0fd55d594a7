import Foundation
import HeadingEstimation
import HeadingGeometry
import HeadingSensing

/// The estimator's input columns of one CSV file.
struct Recording {
  private var rows: [(rate: VectorSample, force: VectorSample, field: VectorSample)] = []

  /// Reads a file with a header line and at least ten numbers a row: t, gyr, acc in SI, mag in µT.
  init(file: URL) throws {
    let text = try Data(contentsOf: file)
    for line in text.split(separator: UInt8(ascii: "\n")).dropFirst() {
      let numbers = line.split(separator: UInt8(ascii: ",")).prefix(10).map {
        Double(String(decoding: $0, as: UTF8.self)) ?? .nan
      }
      guard numbers.count == 10 else { continue }
      let time = BootTime(seconds: 1 + numbers[0])
      func sample(_ index: Int, _ unit: Double = 1) -> VectorSample {
        VectorSample(
          time: time, value: Vector3(numbers[index], numbers[index + 1], numbers[index + 2]) * unit)
      }
      rows.append((sample(1), sample(4), sample(7, 1e-6)))
    }
  }

  /// Measures the time of all rows five times.
  ///
  /// - Parameter read: Reads the measured results after each row; its value is used, so that the
  ///   optimiser removes nothing.
  /// - Returns: Nanoseconds a row, the best of the five.
  @inline(__always)
  func time(reading read: (inout OrientationEstimator) -> Double) -> Double {
    var best = Double.infinity
    for _ in 0..<5 {
      var estimator = OrientationEstimator()
      var sum = 0.0
      let began = ContinuousClock.now
      for row in rows {
        estimator.update(angularRate: row.rate)
        estimator.update(acceleration: row.force)
        estimator.update(magneticField: row.field)
        sum += read(&estimator)
      }
      let duration = began.duration(to: .now) / max(1, rows.count)
      precondition(sum.isFinite)
      best = min(best, Double(duration.components.attoseconds) * 1e-9)
    }
    return best
  }
}
