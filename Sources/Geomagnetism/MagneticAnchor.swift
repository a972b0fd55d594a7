internal import HeadingGeometry

/// Where and when a follower last evaluated its model, in the Earth-centred frame.
struct MagneticAnchor: Sendable {
  /// The place, m.
  let position: Vector3

  /// The field, T, and its rate, T a year.
  let field: Vector3
  let rate: Vector3

  /// The date.
  let decimalYear: Double

  /// Which of the model's stretches of time it was.
  let piece: Int
}
