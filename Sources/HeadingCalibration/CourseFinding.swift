public import HeadingGeometry

/// What a comparison of heading and course has found.
public struct CourseFinding: Sendable, Hashable {
  /// What is wrong.
  public enum Kind: Sendable, Hashable {
    /// Heading and course agree; 1σ of the comparison.
    case nothing(deviation: Angle)
    /// The course is clockwise of the heading by a constant angle: the mount, or the declination's sign.
    case offset(Angle, deviation: Angle)
    /// The difference depends on heading: iron that the calibration does not know.
    case deviation(DeviationCurve)
  }

  /// What is wrong.
  public var kind: Kind

  /// Over how many straight legs.
  public var legs: Int
}

extension CourseFinding: CustomStringConvertible {
  /// The finding and what to do, in a sentence.
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
