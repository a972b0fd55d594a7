/// What 68 % means of a place: the radius about it that holds the truth.
///
/// The error is normally distributed in the plane. For equal variances σ² of both axes 68 % lie within
/// σ √(−2 ln 0.32) = 1.5096 σ (Rayleigh's distribution). Where they differ by a factor of four, their mean in the place
/// of σ² is right within 3 %.
public enum PositionBound {
  private static let deviations = 1.5096

  /// The radius that holds 68 %.
  ///
  /// - Parameter variances: Sum of the variances of both axes, m².
  /// - Returns: The radius, m.
  public static func radius68(variances: Double) -> Double {
    deviations * (variances / 2).squareRoot()
  }

  /// The standard deviation of an axis.
  ///
  /// - Parameter radius68: The radius that holds 68 %, m.
  /// - Returns: The standard deviation, m.
  public static func deviation(radius68: Double) -> Double { radius68 / deviations }
}
