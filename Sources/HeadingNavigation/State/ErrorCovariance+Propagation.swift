import HeadingGeometry

extension ErrorCovariance {
  /// Parameters of the state transition matrix F over one step; see `docs/navigation.md`.
  struct Transition {
    /// Length of the step, s.
    var interval: Double

    /// Rotation vector of the body over the step, rad.
    var turn: Vector3

    /// Specific force times the interval, m/s, earth frame.
    var velocityIncrement: Vector3

    /// Rotation matrix from body to earth at the start of the step.
    var rotation: Matrix3

    /// Axes of the velocity (east, north, up) that are propagated with the accelerometer.
    var isDriven: SIMD3<UInt8>
  }

  /// Propagates the covariance over one step: P becomes F P Fᵀ.
  ///
  /// δθ⁺ = δθ − R (dt δb_g + φ δs); δv⁺ = δv + δθ × (R f dt) − R dt δb_a; δp⁺ = δp + dt (δv + δv⁺) / 2.
  /// F is sparse and is not formed: the states after the attitude are constant, so that only nine
  /// rows of F P change. Their lower triangle is copied from the upper one, which keeps P exactly
  /// symmetric.
  mutating func propagate(_ transition: Transition) {
    let (count, moved) = (ErrorIndex.count, ErrorIndex.gyroscopeBias)
    // Through a span: storage and bounds are checked once.
    var span = elements.mutableSpan
    for column in 0..<count { Self.apply(transition, to: &span, from: column, by: count) }
    for row in 0..<moved { Self.apply(transition, to: &span, from: row * count, by: 1) }
    for row in 0..<moved {
      for column in (row + 1)..<count {
        // Both indices are below the count.
        unsafe span[unchecked: column * count + row] = span[unchecked: row * count + column]
      }
    }
  }

  /// Applies F to one vector of errors whose elements are `stride` apart: a column or a row of P.
  @inline(__always)
  private static func apply(
    _ transition: Transition, to span: inout MutableSpan<Double>, from start: Int, by stride: Int
  ) {
    @inline(__always)
    func vector(_ index: Int) -> Vector3 {
      let place = start + index * stride
      return unsafe Vector3(
        span[unchecked: place], span[unchecked: place + stride],
        span[unchecked: place + 2 * stride])
    }
    @inline(__always)
    func set(_ vector: Vector3, _ index: Int) {
      let place = start + index * stride
      unsafe span[unchecked: place] = vector.x
      unsafe span[unchecked: place + stride] = vector.y
      unsafe span[unchecked: place + 2 * stride] = vector.z
    }
    let dt = transition.interval
    let toEarth = transition.rotation.columns
    let velocity = vector(ErrorIndex.velocity)
    let attitude = vector(ErrorIndex.attitude)
    let gyroscope = vector(ErrorIndex.gyroscopeBias)
    let accelerometer = vector(ErrorIndex.accelerometerBias)
    let turning = gyroscope * dt + transition.turn * vector(ErrorIndex.gyroscopeScale)
    let drift = toEarth.x * turning.x + toEarth.y * turning.y + toEarth.z * turning.z
    let offset =
      (toEarth.x * accelerometer.x + toEarth.y * accelerometer.y + toEarth.z * accelerometer.z)
      * dt
    let change =
      (attitude.cross(transition.velocityIncrement) - offset) * Vector3(transition.isDriven)
    set(vector(ErrorIndex.position) + (velocity + change * 0.5) * dt, ErrorIndex.position)
    set(velocity + change, ErrorIndex.velocity)
    set(attitude - drift, ErrorIndex.attitude)
  }

  /// Propagates only altitude, climb rate, accelerometer bias and pressure offset.
  ///
  /// - Parameters:
  ///   - dt: Length of the step, s.
  ///   - up: Up in the body frame; zero if the climb rate is not propagated with the accelerometer.
  mutating func propagateVertically(interval dt: Double, up: Vector3) {
    let (p, v) = (ErrorIndex.position + 2, ErrorIndex.velocity + 2)
    let b = ErrorIndex.accelerometerBias
    let others = b...ErrorIndex.pressureOffset
    for column in p...ErrorIndex.pressureOffset
    where column == p || column == v || others.contains(column) {
      let offset = Vector3(self[b, column], self[b + 1, column], self[b + 2, column])
      let change = -dt * up.dot(offset)
      self[p, column] += dt * (self[v, column] + change / 2)
      self[v, column] += change
    }
    for step in 0..<2 {
      let row = step == 0 ? p : v
      let change = -dt * up.dot(Vector3(self[row, b], self[row, b + 1], self[row, b + 2]))
      self[row, p] += dt * (self[row, v] + change / 2)
      self[row, v] += change
      for column in others { self[column, row] = self[row, column] }
    }
    self[v, p] = self[p, v]
  }
}
