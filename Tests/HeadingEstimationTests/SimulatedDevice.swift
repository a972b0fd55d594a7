import HeadingEstimation
import HeadingGeometry
import HeadingSensing

/// A device whose attitude is known, with the sensors of a consumer part.
struct SimulatedDevice {
  /// Local field, T, ENU: 48 µT, 65° down.
  static let localField = Vector3(
    0, 48e-6 * Angle(degrees: 65).cosine, -48e-6 * Angle(degrees: 65).sine)

  var generator: SplitMix
  /// rad/s.
  var gyroscopeBias: Vector3 = .zero
  /// 1σ, rad/s.
  var gyroscopeNoise = 0.002
  /// 1σ, m/s².
  var accelerometerNoise = 0.05
  /// 1σ, T.
  var magnetometerNoise = 0.5e-6
  /// T, body frame.
  var hardIron: Vector3 = .zero
  /// T, added to the local field, ENU.
  var disturbance: Vector3 = .zero
  /// How far the attitude swings: heading, pitch, roll in rad.
  var swing = Vector3(2.5, 0.6, 0.7)
  /// Turns about the vertical, rad/s, beside the swing.
  var turning = 0.3

  init(seed: UInt64) { generator = SplitMix(state: seed &* 7919 &+ 1) }

  /// The attitude at a moment; still before `moving`.
  func attitude(at seconds: Double, moving: Double) -> Quaternion {
    let time = max(0, seconds - moving)
    // The swing begins softly.
    let ease = time / (time + 1)
    func wave(_ period: Double, _ phase: Double) -> Double {
      ease * (sine(2 * .pi * time / period + phase) - sine(phase))
    }
    return AttitudeAngles(
      heading: Angle(radians: 0.7 + swing.x * wave(7.3, 0) + turning * ease * time),
      pitch: Angle(radians: swing.y * wave(3.1, 0.4)),
      roll: Angle(radians: swing.z * wave(4.7, 1.1))
    ).quaternion
  }

  /// Feeds an estimator from `start` for `seconds`; motion begins at `moving`.
  ///
  /// - Returns: The error of each estimate of the last sample of every 0.1 s: error of heading, and the two bounds, rad.
  @discardableResult
  mutating func feed(
    _ estimator: inout OrientationEstimator, from start: Double, seconds: Double,
    moving: Double = .infinity, rate: Double = 100, hasGyroscope: Bool = true
  ) -> [(heading: Double, bound68: Double, bound95: Double, tilt: Double)] {
    var errors: [(heading: Double, bound68: Double, bound95: Double, tilt: Double)] = []
    let count = Int(seconds * rate)
    for index in 0..<count {
      let now = start + Double(index) / rate
      let truth = attitude(at: now, moving: moving)
      let step = 1e-4
      let before = attitude(at: now - step, moving: moving)
      let after = attitude(at: now + step, moving: moving)
      let rateVector = (before.conjugate * after).rotationVector / (2 * step)
      let time = BootTime(seconds: now)
      if hasGyroscope {
        estimator.update(
          angularRate: VectorSample(
            time: time, value: rateVector + gyroscopeBias + noise(gyroscopeNoise)))
      }
      estimator.update(
        acceleration: VectorSample(
          time: time,
          value: truth.conjugate * Vector3(0, 0, 9.81) + noise(accelerometerNoise)))
      estimator.update(
        magneticField: VectorSample(
          time: time,
          value: truth.conjugate * (Self.localField + disturbance) + hardIron
            + noise(magnetometerNoise)))
      if index % max(1, Int(rate / 10)) == 0 {
        let estimate = estimator.estimate
        let error = estimate.attitude * truth.conjugate
        let heading = Angle(radians: 2 * arcTangent(error.vector.z, error.w)).normalized.radians
        errors.append(
          (
            heading, estimate.heading68.radians, estimate.heading95.radians,
            error.rotationVector.length
          ))
      }
    }
    return errors
  }

  /// Normal noise of three components (sum of twelve uniform numbers, good to 3σ).
  mutating func noise(_ deviation: Double) -> Vector3 {
    var result = Vector3.zero
    for axis in 0..<3 {
      var sum = -6.0
      for _ in 0..<12 { sum += generator.uniform(0...1) }
      result[axis] = sum * deviation
    }
    return result
  }
}

private func sine(_ x: Double) -> Double { Angle(radians: x).sine }

private func arcTangent(_ y: Double, _ x: Double) -> Double {
  AttitudeAngles(
    Quaternion(w: x, x: 0, y: 0, z: y).normalized ?? .identity
  ).heading.radians / -2
}
