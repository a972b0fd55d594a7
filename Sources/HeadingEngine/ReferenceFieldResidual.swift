import HeadingGeometry

/// Residual of the measured field against the magnetic model in its observable components: north
/// and down.
///
/// Uncalibrated iron is assumed to have the same variance across north, where it causes the heading
/// error and is not observable.
struct ReferenceFieldResidual {
  /// Interval of the readings, s.
  private static let interval = 0.02

  /// Averaging time against white noise, s.
  private static let fast = 1.0

  /// Averaging time of the squared residual, s: within a minute the body usually rotates, and its
  /// iron with it.
  private static let slow = 60.0

  private var along = 0.0
  private var down = 0.0
  private var square = 0.0
  private var count = 0.0

  /// Adds a calibrated field, T, body frame, with the direction of up.
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

  /// 1σ of the azimuth, rad: the residual's if it clearly exceeds the stated one, else the stated
  /// one.
  ///
  /// - Parameters:
  ///   - stated: Stated 1σ of calibration and local field, rad.
  ///   - horizontal: The horizontal field, T.
  /// - Returns: The larger one; two components exceed 2.5σ by chance in one case of twenty.
  func deviation(stated: Double, horizontal: Double) -> Double {
    let shown = square.squareRoot() / max(horizontal, 0.1e-6)
    return shown > 2.5 * stated ? min(shown, .pi) : stated
  }
}
