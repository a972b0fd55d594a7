import HeadingGeometry
import HeadingSensing
import RealModule

/// A rotation about one axis faster than the gyroscope's range, whose missing angle the field
/// determines.
///
/// The axis is known; the angle δ that the clipped rate misses is not. One field reading determines
/// it: the field in the body frame has rotated about that axis by −δ more than the attitude
/// predicts. A field along the axis does not determine it.
struct ClippedTurn {
  /// The axis in the body frame of the newest sample, with the sign of the rotation; the mean over
  /// the clipped samples.
  var axis: Vector3 { sum.direction ?? first }

  private let first: Vector3
  private var sum: Vector3 = .zero

  /// The measured rotation while clipped, rad, since a field determined the previous part.
  private(set) var measuredAngle = 0.0

  /// End of the clipping; `nil` before.
  private(set) var end: BootTime?

  /// Number of field readings since the end.
  private(set) var count = 0

  /// Whether a field has determined the newest part of the rotation.
  private(set) var isDetermined = false

  /// Whether rotations to and fro, or about several axes, were clipped before a field came.
  private(set) var isAmbiguous = false

  init(axis: Vector3) { first = axis }

  /// Adds a clipped rate, rad/s.
  mutating func extend(by rate: Vector3, axis new: Vector3, interval: Double) {
    measuredAngle += rate.length * interval
    sum += new * interval
    (end, count, isDetermined) = (nil, 0, false)
    if new.dot(first) < Self.sameAxis { isAmbiguous = true }
  }

  /// Rotates the axis with the body by a rotation vector, rad, since the newest sample.
  mutating func rotate(by turn: Vector3) { sum = Quaternion(rotationVector: -turn) * sum }

  /// 1σ of the undetermined rotation, rad: half of the measured one.
  ///
  /// Rotations in recordings are one to two times the range.
  var deviation: Double { 0.5 * measuredAngle }

  /// Records the end of the clipping.
  mutating func finish(at time: BootTime) { if end == nil { end = time } }

  /// The missing angle determined by a field reading, rad; `nil` if such a rotation does not
  /// explain the reading.
  ///
  /// - Parameters:
  ///   - measured: The field without the device's own iron, T, body frame.
  ///   - expected: The field predicted by the attitude, T, body frame.
  /// - Returns: The angle.
  mutating func angle(measured: Vector3, expected: Vector3) -> Double? {
    let along = axis * expected.dot(axis)
    let (before, after) = (expected - along, measured - axis * measured.dot(axis))
    guard !isAmbiguous, before.length > Self.across * expected.length else { return nil }
    let angle = Double.atan2(y: axis.dot(after.cross(before)), x: after.dot(before))
    // The residual of a rotation about the axis.
    let left = (Quaternion(rotationVector: axis * -angle) * expected - measured).length
    guard left < Self.largestResidual * expected.length, angle > -Self.largestResidual,
      angle < 2 * measuredAngle + Self.largestResidual
    else { return nil }
    isDetermined = true
    if end == nil {
      (sum, measuredAngle) = (.zero, 0)
      return angle
    }
    // After the end the readings are averaged.
    count += 1
    return angle / Double(count)
  }

  /// Time after the end during which field readings are awaited and averaged, s.
  static let window = 0.25

  /// Remaining error, rad: the delay between the sensors at some 500°/s.
  static let error = Angle(degrees: 3).radians

  /// Cosine of the angle below which two axes count as equal.
  private static let sameAxis = 0.9

  /// Minimum ratio of the field component perpendicular to the axis to the total field: 15°.
  private static let across = 0.25

  /// Largest relative residual: 9°, the other axes' errors; also the noise of the angle, rad.
  private static let largestResidual = 0.15
}

extension OrientationEstimator {
  /// Tracks a rotation beyond the gyroscope's range.
  mutating func trackClippedTurn(interval: Double) {
    if sensors.gyroscope.saturation.isSaturated {
      let axis = sensors.gyroscope.saturation.axis
      // Fields since its end belong to the previous rotation.
      if clippedTurn?.end != nil, clippedTurn?.isDetermined ?? false { endClippedTurn() }
      if clippedTurn == nil {
        clippedTurn = ClippedTurn(axis: axis)
        magneticFilter.dropBlock()
        // The rotation before the clipping was detected.
        clippedTurn?.extend(
          by: strapdown.rate, axis: axis, interval: sensors.gyroscope.saturation.delay)
      }
      clippedTurn?.rotate(by: strapdown.rate * interval)
      clippedTurn?.extend(by: strapdown.rate, axis: axis, interval: interval)
    } else if clippedTurn != nil {
      clippedTurn?.rotate(by: strapdown.rate * interval)
      clippedTurn?.finish(at: time)
      if let end = clippedTurn?.end, time.seconds(since: end) > ClippedTurn.window {
        endClippedTurn()
      }
    }
  }

  /// Corrects the attitude with a field while the rotation is undetermined.
  mutating func updateClippedTurn(field: VectorSample) {
    guard magneticFilter.isStarted, let axis = clippedTurn?.axis else { return }
    let lead = parameters.inertialLatency - magneticFilter.summary.latency
    let attitude = horizon.level * strapdown.attitude(at: field.time, lead: lead)
    guard
      let angle = clippedTurn?.angle(
        measured: field.value - magneticFilter.summary.hardIron,
        expected: attitude.conjugate * magneticFilter.localField)
    else { return }
    strapdown.rotate(by: axis * angle)
  }

  /// Ends a clipped rotation; if no field has determined it, its uncertainty goes into heading and
  /// tilt.
  mutating func endClippedTurn() {
    guard let turn = clippedTurn else { return }
    clippedTurn = nil
    let lost = turn.isDetermined ? ClippedTurn.error : turn.deviation
    magneticFilter.addHeadingVariance(lost * lost * 2)
    horizon.addUnmeasuredRotation(lost)
    // After a large unmeasured rotation the averaged force has a random direction.
    if lost > ClippedTurn.error {
      horizon.limitMemory(to: lost > Angle(degrees: 10).radians ? 0.02 : 0.5)
    }
  }
}
