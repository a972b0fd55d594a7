public import HeadingGeometry

/// Diagnosis of the differences between heading and course.
public struct CourseFinding: Sendable, Hashable {
  /// The kind of difference.
  public enum Kind: Sendable, Hashable {
    /// No significant difference; 1σ of the comparison.
    case nothing(deviation: Angle)
    /// A constant offset of the course from the heading, clockwise: mount or sign of the
    /// declination.
    case offset(Angle, deviation: Angle)
    /// A heading-dependent difference: uncalibrated iron.
    case deviation(DeviationCurve)
  }

  /// The kind of difference.
  public var kind: Kind

  /// Number of straight legs.
  public var legs: Int
}

extension CourseFinding: CustomStringConvertible {
  /// The diagnosis and the recommended action.
  public var description: String {
    switch kind {
    case .nothing(let deviation):
      return "heading and course agree within \(DeviationCurve.tenths(deviation.degrees))° over "
        + "\(legs) legs"
    case .offset(let angle, let deviation):
      return "\(DeviationCurve.tenths(angle.degrees))° ± "
        + "\(DeviationCurve.tenths(deviation.degrees))° constant over \(legs) legs; "
        + "turn the mount by it, or check the sign of a declination entered elsewhere"
    case .deviation(let curve):
      return "a deviation that changes with heading, "
        + "\(DeviationCurve.tenths(curve.residual.degrees))° left by its curve over \(legs) legs; "
        + "calibrate again, or use the deviation card"
    }
  }
}
