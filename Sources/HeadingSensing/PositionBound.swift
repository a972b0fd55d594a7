/// Conversion between the 68 % radius of a position error and its standard deviation.
///
/// The error is normally distributed in the plane. For equal variances σ² of both axes, 68 % are
/// within σ √(−2 ln 0.32) = 1.5096 σ (Rayleigh distribution). For variances that differ by a factor
/// of four, their mean in place of σ² is right within 3 %.
public enum PositionBound {
  private static let deviations = 1.5096

  /// The radius with 68 % coverage.
  ///
  /// - Parameter variances: Sum of the variances of both axes, m².
  /// - Returns: The radius, m.
  public static func radius68(variances: Double) -> Double {
    deviations * (variances / 2).squareRoot()
  }

  /// The standard deviation per axis.
  ///
  /// - Parameter radius68: The radius with 68 % coverage, m.
  /// - Returns: The standard deviation, m.
  public static func deviation(radius68: Double) -> Double { radius68 / deviations }
}
