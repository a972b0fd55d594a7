internal import HeadingGeometry

/// Position and time of the last model evaluation, ECEF.
struct MagneticAnchor: Sendable {
  /// Position, m.
  let position: Vector3

  /// The field, T, and its rate, T/year.
  let field: Vector3
  let rate: Vector3

  /// The date.
  let decimalYear: Double

  /// Index of the model's time interval.
  let piece: Int
}
