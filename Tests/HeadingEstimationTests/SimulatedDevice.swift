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
  /// s.
  var magnetometerDelay = 0.0
  /// The range of the gyroscope, rad/s.
  var gyroscopeRange = Double.infinity
  /// Angle of the local field's north against magnetic north, rad.
  var localDeviation = 0.0
  /// 1σ of the room's field, T; it changes within a second while the device moves.
  var roomVariation = 0.0
  var room: Vector3 = .zero
  var hasMagnetometer = true
  /// Whether samples are duplicated and out of order.
  var isMessy = false
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
  /// - Returns: The error of each estimate of the last sample of every 0.1 s: error of heading, and
  ///   the two bounds, rad.
  @discardableResult
  mutating func feed(
    _ estimator: inout OrientationEstimator, from start: Double, seconds: Double,
    moving: Double = .infinity, rate: Double = 100, hasGyroscope: Bool = true
  ) -> [(heading: Double, bound68: Double, bound95: Double, tilt: Double)] {
    var errors: [(heading: Double, bound68: Double, bound95: Double, tilt: Double)] = []
    let count = Int(seconds * rate)
    for index in 0..<count {
      let now = start + Double(index) / rate
      let sample = sample(at: now, moving: moving, rate: rate)
      let time = BootTime(seconds: now)
      if hasGyroscope {
        let turn = VectorSample(time: time, value: sample.rate)
        estimator.update(angularRate: turn)
        if isMessy {
          estimator.update(angularRate: turn)
          estimator.update(
            angularRate: VectorSample(time: BootTime(seconds: now - 0.03), value: -turn.value))
        }
      }
      estimator.update(acceleration: VectorSample(time: time, value: sample.force))
      if let field = sample.field {
        estimator.update(magneticField: VectorSample(time: time, value: field))
      }
      if index % max(1, Int(rate / 10)) == 0 {
        let estimate = estimator.estimate
        let error = estimate.attitude * sample.truth.conjugate
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

  /// The sensor readings at a time, and the attitude then; `rate` is that of the samples, Hz.
  mutating func sample(
    at now: Double, moving: Double, rate: Double
  ) -> (rate: Vector3, force: Vector3, field: Vector3?, truth: Quaternion) {
    let truth = attitude(at: now, moving: moving)
    let step = 1e-4
    let before = attitude(at: now - step, moving: moving)
    let after = attitude(at: now + step, moving: moving)
    let limit = Vector3(repeating: gyroscopeRange)
    let turn =
      ((before.conjugate * after).rotationVector / (2 * step)
      + gyroscopeBias + noise(gyroscopeNoise)).clamped(lowerBound: -limit, upperBound: limit)
    let force = truth.conjugate * Vector3(0, 0, 9.81) + noise(accelerometerNoise)
    if now > moving {
      let fade = 1 - min(1, 1 / rate)
      room = room * fade + noise(roomVariation * (1 - fade * fade).squareRoot())
    }
    guard hasMagnetometer else { return (turn, force, nil, truth) }
    let local =
      Quaternion(angle: Angle(radians: localDeviation), axis: Vector3(0, 0, 1))
      * Self.localField
    let then = attitude(at: now - magnetometerDelay, moving: moving)
    let field =
      then.conjugate * (local + disturbance + room) + hardIron + noise(magnetometerNoise)
    return (turn, force, field, truth)
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
