import HeadingGeometry

/// How far the measured field is from the magnetic model's, where that shows: along north and down.
///
/// What no calibration has taken out shows there as much as it turns the heading, across north, where it does not.
struct FieldMismatch {
  /// Readings come this often, s.
  private static let interval = 0.02

  /// White noise is averaged out within this time, s.
  private static let fast = 1.0

  /// Iron turns with the body against the field; a minute sees some of it, s.
  private static let slow = 60.0

  private var along = 0.0
  private var down = 0.0
  private var square = 0.0
  private var count = 0.0

  /// Takes a calibrated field, T, body frame, and which way up is there.
  mutating func update(field: Vector3, up: Vector3, expected: ExpectedField) {
    let rise = field.dot(up)
    let horizontal = (field - up * rise).length
    count += 1
    let quick = max(Self.interval / Self.fast, 1 / count)
    along += quick * (horizontal - expected.horizontal - along)
    down += quick * (-rise - expected.down - down)
    let gentle = max(Self.interval / Self.slow, 1 / count)
    square += gentle * ((along * along + down * down) / 2 - square)
  }

  /// 1σ of the azimuth, rad, in a horizontal field, T, if it is clearly beyond what is stated; else what is stated.
  ///
  /// - Parameters:
  ///   - stated: 1σ that the calibration and the local field are taken to have, rad.
  ///   - horizontal: The horizontal field, T.
  /// - Returns: The larger one; two components exceed 2.5σ by chance in one case of twenty.
  mutating func deviation(stated: Double, horizontal: Double) -> Double {
    let shown = square.squareRoot() / max(horizontal, 0.1e-6)
    return shown > 2.5 * stated ? min(shown, .pi) : stated
  }
}
