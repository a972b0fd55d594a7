import Foundation
import HeadingEstimation
import HeadingGeometry
import HeadingSensing

/// The columns of one CSV file of the accuracy benchmark that the estimator may see.
struct Recording {
  /// Time in s, rate in rad/s, specific force in m/s², field in µT.
  var rows: [(time: Double, rate: Vector3, force: Vector3, field: Vector3)] = []

  /// Reads a file with a header line and at least ten numbers a row.
  init(file: URL) throws {
    let text = try Data(contentsOf: file)
    for line in text.split(separator: UInt8(ascii: "\n")).dropFirst() {
      let numbers = line.split(separator: UInt8(ascii: ",")).prefix(10).map {
        Double(String(decoding: $0, as: UTF8.self)) ?? .nan
      }
      guard numbers.count == 10 else { continue }
      rows.append(
        (
          numbers[0], Vector3(numbers[1], numbers[2], numbers[3]),
          Vector3(numbers[4], numbers[5], numbers[6]), Vector3(numbers[7], numbers[8], numbers[9])
        ))
    }
  }

  /// Runs the estimator over every `stride`-th row.
  ///
  /// - Returns: Eight numbers a row used: w, x, y, z, 68 % and 95 % bound of the heading in rad, 1σ of the tilt in rad,
  ///   whether the field is disturbed; and the nanoseconds that one row took.
  func replay(every stride: Int) -> (result: [Double], nanosecondsPerRow: Double) {
    var estimator = OrientationEstimator()
    var result: [Double] = []
    result.reserveCapacity((rows.count / stride + 1) * 8)
    let began = ContinuousClock.now
    var used = 0
    for index in Swift.stride(from: 0, to: rows.count, by: stride) {
      let row = rows[index]
      let time = BootTime(seconds: 1 + row.time)
      estimator.update(angularRate: VectorSample(time: time, value: row.rate))
      estimator.update(acceleration: VectorSample(time: time, value: row.force))
      estimator.update(magneticField: VectorSample(time: time, value: row.field * 1e-6))
      let estimate = estimator.estimate
      let attitude = estimate.attitude
      result.append(attitude.w)
      result.append(attitude.vector.x)
      result.append(attitude.vector.y)
      result.append(attitude.vector.z)
      result.append(estimate.heading68.radians)
      result.append(estimate.heading95.radians)
      result.append(estimate.tiltAccuracy.radians)
      result.append(estimate.isDisturbed ? 1 : 0)
      used += 1
    }
    let duration = began.duration(to: .now)
    return (
      result,
      Double(duration.components.attoseconds) * 1e-9 / Double(max(used, 1))
        + Double(duration.components.seconds) * 1e9 / Double(max(used, 1))
    )
  }
}
