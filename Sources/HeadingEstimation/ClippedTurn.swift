import HeadingGeometry
import HeadingSensing
import RealModule

/// A turn about one axis of the gyroscope that was faster than its range: how much larger it was than what was said.
///
/// The axis is known, the angle δ by which the turn was larger is not, and one reading of the field tells it: the field in
/// the body frame has turned about that axis by −δ more than the attitude says. Only a field along the axis tells nothing.
struct ClippedTurn {
  /// The axis in the body frame of the newest sample, signed as the turn; the mean of where it was while the turn lasted.
  var axis: Vector3 { sum.direction ?? first }

  private let first: Vector3
  private var sum: Vector3 = .zero

  /// The turn that the gyroscope has said while it was clipped, rad, since a field told the last part of it.
  private(set) var said = 0.0

  /// When the range sufficed again; `nil` before.
  private(set) var end: BootTime?

  /// Readings of the field since the end.
  private(set) var count = 0

  /// Whether the newest part of the turn has been told by a field.
  private(set) var isKnown = false

  /// Whether turns to and fro, or about more than one axis, have been clipped before a field came.
  private(set) var isMixed = false

  init(axis: Vector3) { first = axis }

  /// Takes a rate, rad/s, that is clipped.
  mutating func extend(by rate: Vector3, axis new: Vector3, interval: Double) {
    said += rate.length * interval
    sum += new * interval
    (end, count, isKnown) = (nil, 0, false)
    if new.dot(first) < Self.sameAxis { isMixed = true }
  }

  /// Takes note that the body has turned by a rotation vector, rad, since the newest sample.
  mutating func carry(by turn: Vector3) { sum = Quaternion(rotationVector: -turn) * sum }

  /// 1σ of the part of the turn that nothing has told yet, rad: half of what was said.
  ///
  /// Turns seen are one to two times the range.
  var open: Double { 0.5 * said }

  /// Takes note that the range suffices again.
  mutating func finish(at time: BootTime) { if end == nil { end = time } }

  /// The angle that a reading of the field tells, rad; `nil` if this turn does not explain the reading.
  ///
  /// - Parameters:
  ///   - measured: The field without the device's own iron, T, body frame.
  ///   - expected: The same as the attitude says, T.
  /// - Returns: The angle.
  mutating func angle(measured: Vector3, expected: Vector3) -> Double? {
    let along = axis * expected.dot(axis)
    let (before, after) = (expected - along, measured - axis * measured.dot(axis))
    guard !isMixed, before.length > Self.across * expected.length else { return nil }
    let angle = Double.atan2(y: axis.dot(after.cross(before)), x: after.dot(before))
    // What the axis does not explain.
    let left = (Quaternion(rotationVector: axis * -angle) * expected - measured).length
    guard left < Self.misfit * expected.length, angle > -Self.misfit, angle < 2 * said + Self.misfit
    else { return nil }
    isKnown = true
    if end == nil {
      (sum, said) = (.zero, 0)
      return angle
    }
    // Once it is over, the readings are averaged.
    count += 1
    return angle / Double(count)
  }

  /// The field is read for so long, s, and waited for as long.
  static let window = 0.25

  /// Error that is left, rad: the delay between the sensors at some 500°/s.
  static let error = Angle(degrees: 3).radians

  /// Cosine of the angle between two axes that are the same.
  private static let sameAxis = 0.9

  /// The field has to have such a share across the axis: 15°.
  private static let across = 0.25

  /// What may be left, as a share of the field: 9°, the other axes' errors; also the noise of the angle, rad.
  private static let misfit = 0.15
}

extension OrientationEstimator {
  /// While a gyroscope is at the end of its range, the turn is larger than what it says; the field tells by how much.
  mutating func coverSaturation(interval: Double) {
    if sensors.gyroscope.rangeEnd.isReached {
      let axis = sensors.gyroscope.rangeEnd.axis
      // Fields since its end belong to the turn before.
      if clippedTurn?.end != nil, clippedTurn?.isKnown ?? false { endClippedTurn() }
      if clippedTurn == nil {
        clippedTurn = ClippedTurn(axis: axis)
        magneticFilter.dropBlock()
        // Until the end of the range has shown.
        clippedTurn?.extend(
          by: strapdown.rate, axis: axis, interval: sensors.gyroscope.rangeEnd.delay)
      }
      clippedTurn?.carry(by: strapdown.rate * interval)
      clippedTurn?.extend(by: strapdown.rate, axis: axis, interval: interval)
    } else if clippedTurn != nil {
      clippedTurn?.carry(by: strapdown.rate * interval)
      clippedTurn?.finish(at: time)
      if let end = clippedTurn?.end, time.seconds(since: end) > ClippedTurn.window {
        endClippedTurn()
      }
    }
  }

  /// Takes a field while a clipped turn is open.
  mutating func updateClippedTurn(field: VectorSample) {
    guard magneticFilter.isStarted, let axis = clippedTurn?.axis else { return }
    let lead = parameters.inertialLatency - magneticFilter.summary.latency
    let attitude = horizon.level * strapdown.attitude(at: field.time, lead: lead)
    guard
      let angle = clippedTurn?.angle(
        measured: field.value - magneticFilter.summary.hardIron,
        expected: attitude.conjugate * magneticFilter.localField)
    else { return }
    strapdown.turn(by: axis * angle)
  }

  /// Ends a clipped turn; if nothing has told how large it was, much of it is open.
  mutating func endClippedTurn() {
    guard let turn = clippedTurn else { return }
    clippedTurn = nil
    let lost = turn.isKnown ? ClippedTurn.error : turn.open
    magneticFilter.addHeadingVariance(lost * lost * 2)
    horizon.loseTurn(lost)
    // Force averaged before a large turn that was missed points anywhere.
    if lost > ClippedTurn.error {
      horizon.soften(to: lost > Angle(degrees: 10).radians ? 0.02 : 0.5)
    }
  }
}
