/// How large the innovations of one kind of measurement have been against what was expected.
public struct InnovationSummary: Sendable, Hashable {
  /// The measurement.
  public var name: String

  /// Mean of the squares over their variances, per degree of freedom; 1 if the filter knows its errors.
  public var meanSquare: Double

  /// How many were accepted.
  public var count: Double

  /// Noise found over what was claimed, as a ratio of variances.
  public var ratio: Double
}
