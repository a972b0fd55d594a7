/// Innovation statistics of one kind of measurement.
public struct InnovationSummary: Sendable, Hashable {
  /// Name of the measurement.
  public var name: String

  /// Mean normalized innovation squared per degree of freedom; 1 if the filter is consistent.
  public var meanSquare: Double

  /// Number of accepted measurements.
  public var count: Double

  /// Ratio of the adapted to the reported noise variance.
  public var ratio: Double
}
