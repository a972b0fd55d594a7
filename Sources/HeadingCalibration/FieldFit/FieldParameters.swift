import HeadingGeometry
import RealModule

/// The common parameters of the fit; field in units of ``FieldData/unit``.
///
/// Model of one reading: m = A·Rᵀ·b + h + load · k + temperature · t + noise, with R the attitude
/// and b the Earth's field of strength B and inclination I. A = 1 + Σ aₖ·Eₖ: three scales, three
/// symmetric cross terms, three of a rotation. The field may lag the attitude by a constant time,
/// and h may drift linearly with time.
///
/// Model of one force, in g: f = (1 + s) ∘ (Rᵀ·up + ω × v) + b + noise, with the accelerometer's
/// scale errors s and bias b, and a vehicle's velocity v, constant in the body, whose centripetal
/// acceleration is ω × v.
struct FieldParameters: Sendable {
  /// Number of parameters.
  static let count = 33

  /// A row of the Jacobian, or a step.
  typealias Row = InlineArray<33, Double>

  /// Index of the first parameter of each group in a row.
  static let matrix = 0
  static let misalignment = 6
  static let offset = 9
  static let dip = 12
  static let logStrength = 13
  static let load = 14
  static let temperature = 17
  static let accelerometerBias = 20
  static let accelerometerScale = 23
  static let velocity = 26
  static let lag = 29
  static let drift = 30

  /// The parameters of the force model.
  static let force = accelerometerBias..<lag

  /// The distortion A.
  var distortion = Matrix3.identity
  /// The hard iron h.
  var offset = Vector3.zero
  /// Inclination I, rad, positive down.
  var inclination = 1.0
  /// ln B.
  var logStrength = 0.0
  /// Derivative of the field with respect to load.
  var load = Vector3.zero
  /// Derivative of the field with respect to temperature.
  var temperature = Vector3.zero
  /// Bias of the accelerometer, g.
  var accelerometerBias = Vector3.zero
  /// Scale errors of the accelerometer's axes.
  var accelerometerScale = Vector3.zero
  /// Correction of the samples' velocity, body frame, over standard gravity, s.
  var velocity = Vector3.zero
  /// Lag of the field behind force and rate of the same sample, s.
  var lag = 0.0
  /// Change of the hard iron from the middle to the end of the samples.
  var drift = Vector3.zero

  /// B.
  var strength: Double { Double.exp(logStrength) }

  /// The Earth's field, ENU with magnetic north.
  var field: Vector3 {
    Vector3(0, Double.cos(inclination), -Double.sin(inclination)) * strength
  }

  /// Eₖ · v for k = 0…8.
  static func product(_ index: Int, _ v: Vector3) -> Vector3 {
    switch index {
    case 0: Vector3(v.x, 0, 0)
    case 1: Vector3(0, v.y, 0)
    case 2: Vector3(0, 0, v.z)
    case 3: Vector3(v.y, v.x, 0)
    case 4: Vector3(v.z, 0, v.x)
    case 5: Vector3(0, v.z, v.y)
    case 6: Vector3(0, -v.z, v.y)
    case 7: Vector3(v.z, 0, -v.x)
    default: Vector3(-v.y, v.x, 0)
    }
  }

  /// The nine numbers aₖ of A.
  var coefficients: InlineArray<9, Double> {
    let (x, y, z) = distortion.rows
    return [
      x.x - 1, y.y - 1, z.z - 1,
      (x.y + y.x) / 2, (x.z + z.x) / 2, (y.z + z.y) / 2,
      (z.y - y.z) / 2, (x.z - z.x) / 2, (y.x - x.y) / 2,
    ]
  }

  /// Misalignment of the magnetometer relative to the accelerometer, rotation vector, rad.
  var misalignment: Vector3 {
    let coefficients = self.coefficients
    return Vector3(coefficients[6], coefficients[7], coefficients[8])
  }

  /// Moves the parameters by a step.
  mutating func add(_ step: Row) {
    var columns = distortion.columns
    for index in 0..<9 where step[index] != 0 {
      columns.x += Self.product(index, Vector3(1, 0, 0)) * step[index]
      columns.y += Self.product(index, Vector3(0, 1, 0)) * step[index]
      columns.z += Self.product(index, Vector3(0, 0, 1)) * step[index]
    }
    distortion.columns = columns
    offset += Vector3(step[9], step[10], step[11])
    inclination += step[12]
    logStrength += step[13]
    load += Vector3(step[14], step[15], step[16])
    temperature += Vector3(step[17], step[18], step[19])
    accelerometerBias += Vector3(step[20], step[21], step[22])
    accelerometerScale += Vector3(step[23], step[24], step[25])
    velocity += Vector3(step[26], step[27], step[28])
    lag += step[29]
    drift += Vector3(step[30], step[31], step[32])
  }

  /// The raw field minus hard iron, load, temperature and drift terms.
  func centered(_ sample: FieldSample) -> Vector3 {
    sample.field - offset - load * sample.load - temperature * sample.temperature
      - drift * sample.moment
  }

  /// The same parameters with the hard iron at the time of the last sample, the best prediction
  /// after it.
  var atTheEnd: FieldParameters {
    var result = self
    result.offset += drift
    result.drift = .zero
    return result
  }

  /// The force corrected for the accelerometer's errors and the centripetal acceleration, g; `nil`
  /// without one.
  ///
  /// - Parameters:
  ///   - sample: The sample.
  ///   - bias: Estimated gyroscope bias, rad/s.
  /// - Returns: The corrected force, g.
  func correctedForce(_ sample: FieldSample, bias: Vector3 = .zero) -> Vector3? {
    sample.force.map {
      (Vector3(1, 1, 1) - accelerometerScale) * ($0 - accelerometerBias)
        - sample.verticalRate(bias: bias).cross(velocity + sample.velocity)
    }
  }

  /// The derivative of the corrected force with respect to one parameter of the force model.
  ///
  /// - Parameters:
  ///   - parameter: Its index in a row.
  ///   - vertical: The corrected force without noise, g: the noise of the measured one would
  ///     correlate the derivative with the residual.
  ///   - rate: Angular rate about the vertical, rad/s.
  /// - Returns: The derivative, g.
  func forceDerivative(_ parameter: Int, _ vertical: Vector3, _ rate: Vector3) -> Vector3 {
    var result = Vector3.zero
    if parameter >= Self.velocity {
      result[parameter - Self.velocity] = 1
      return result.cross(rate)
    }
    if parameter < Self.accelerometerScale {
      let axis = parameter - Self.accelerometerBias
      result[axis] = accelerometerScale[axis] - 1
    } else {
      let axis = parameter - Self.accelerometerScale
      result[axis] = -vertical[axis] / (1 - accelerometerScale[axis])
    }
    return result
  }
}
