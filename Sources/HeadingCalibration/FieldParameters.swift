import HeadingGeometry
import RealModule

/// What the fit estimates, for all samples together; field in units of ``FieldData/unit``.
///
/// Model of one reading: m = A·Rᵀ·b + h + load · k + temperature · t + noise, with R the attitude and b the
/// Earth's field of strength B and inclination I. A = 1 + Σ aₖ·Eₖ: three scales, three symmetric cross
/// terms, three of a turn.
struct FieldParameters: Sendable {
  /// How many numbers there are.
  static let count = 20

  /// A row of the Jacobian, or a step.
  typealias Row = InlineArray<20, Double>

  /// Where each group begins in a row.
  static let matrix = 0
  static let turn = 6
  static let offset = 9
  static let dip = 12
  static let logStrength = 13
  static let load = 14
  static let temperature = 17

  /// The distortion A.
  var distortion = Matrix3.identity
  /// The hard iron h.
  var offset = Vector3.zero
  /// Inclination I, rad, positive down.
  var inclination = 1.0
  /// ln B.
  var logStrength = 0.0
  /// Field for each unit of load.
  var load = Vector3.zero
  /// Field for each unit of temperature.
  var temperature = Vector3.zero

  /// B.
  var strength: Double { Double.exp(logStrength) }

  /// The Earth's field, ENU with magnetic north.
  var field: Vector3 {
    Vector3(0, Double.cos(inclination), -Double.sin(inclination)) * strength
  }

  /// Eₖ · v for each of the nine.
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
  }

  /// The raw field with everything but the distortion taken out.
  func centered(_ sample: FieldSample) -> Vector3 {
    sample.field - offset - load * sample.load - temperature * sample.temperature
  }
}
