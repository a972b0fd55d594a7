import HeadingGeometry
import HeadingSensing

/// Rotations of the body between any two times, integrated from samples of the gyroscope.
struct RateIntegral {
  private struct Knot {
    var time: BootTime
    var rate: Vector3
    /// From the body at this time to the body at the first sample of its section.
    var attitude: Quaternion
    /// ∫ of the attitude's matrix over time since the section's start, s.
    var integral: Matrix3
    /// Sections are separated by gaps.
    var section: Int
  }

  /// Longest interval between samples of one section, s.
  private static let longestInterval = 0.1

  private var knots: [Knot] = []

  /// Integrates samples in order of time.
  ///
  /// - Parameters:
  ///   - samples: The rates, rad/s.
  ///   - bias: The gyroscope's bias, rad/s.
  ///   - sign: −1 to reverse all rotations.
  init(_ samples: [VectorSample], bias: Vector3, sign: Double) {
    knots.reserveCapacity(samples.count)
    for sample in samples {
      let rate = (sample.value - bias) * sign
      guard let last = knots.last else {
        knots.append(
          Knot(
            time: sample.time, rate: rate, attitude: .identity,
            integral: Matrix3(diagonal: .zero), section: 0))
        continue
      }
      let step = sample.time.seconds(since: last.time)
      guard step > 0 else { continue }
      if step > Self.longestInterval {
        knots.append(
          Knot(
            time: sample.time, rate: rate, attitude: .identity,
            integral: Matrix3(diagonal: .zero), section: last.section + 1))
        continue
      }
      let mean = (rate + last.rate) * 0.5
      knots.append(
        Knot(
          time: sample.time, rate: rate,
          attitude: last.attitude * Quaternion(rotationVector: mean * step),
          integral: last.integral
            + (last.attitude * Quaternion(rotationVector: mean * (step / 2))).matrix * step,
          section: last.section))
    }
  }

  /// A moment within the samples, found once and used for several rotations.
  struct Moment {
    fileprivate var attitude: Quaternion
    fileprivate var integral: Matrix3
    fileprivate var section: Int
    var time: BootTime
  }

  /// The moment of a time; `nil` outside the samples or in a gap.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - index: Index of a sample not after the time, from an earlier call; it is advanced.
  /// - Returns: The moment.
  func moment(_ time: BootTime, from index: inout Int) -> Moment? {
    while index + 1 < knots.count, knots[index + 1].time <= time { index += 1 }
    guard index + 1 < knots.count, knots[index].time <= time,
      knots[index].section == knots[index + 1].section
    else { return nil }
    let (one, next) = (knots[index], knots[index + 1])
    let whole = next.time.seconds(since: one.time)
    let part = time.seconds(since: one.time)
    let mean = one.rate + (next.rate - one.rate) * (part / (2 * whole))
    return Moment(
      attitude: one.attitude * Quaternion(rotationVector: mean * part),
      integral: one.integral
        + (one.attitude * Quaternion(rotationVector: mean * (part / 2))).matrix * part,
      section: one.section, time: time)
  }

  /// The rotation between two moments; `nil` across a gap.
  ///
  /// - Returns: The rotation vector in the body before, rad; the transformation of components from
  ///   before to after; and ∫ C(t → after) dt, s.
  static func turn(
    _ before: Moment, _ after: Moment
  ) -> (vector: Vector3, matrix: Matrix3, integral: Matrix3)? {
    guard before.section == after.section else { return nil }
    let rotation = before.attitude.conjugate * after.attitude
    let back = after.attitude.conjugate.matrix
    return (
      rotation.rotationVector, rotation.conjugate.matrix,
      back * (after.integral - before.integral)
    )
  }
}
