public import HeadingGeometry

/// Statistics of the motion in waves over the last 20 minutes, or since the start.
public struct SeaState: Sendable, Hashable {
  /// An angle's statistics.
  public struct AngleStatistics: Sendable, Hashable {
    /// Mean.
    public var mean: Angle
    /// Standard deviation about the mean.
    public var deviation: Angle
    /// Smallest value.
    public var smallest: Angle
    /// Largest value.
    public var largest: Angle
  }

  /// Seconds of motion that the statistics are of, 120 to 1200; they end 10 to 20 s ago.
  public var duration: Double

  /// Significant wave height, m: four times the heave's standard deviation.
  public var waveHeight: Double

  /// 1σ error of ``waveHeight`` as that of the heave in these minutes, m.
  ///
  /// The sea's own differs more, because it is a sample: of n waves by some 0.6/√n of it.
  public var waveHeightAccuracy: Double

  /// Mean period, s: time between two upward crossings of the mean; `nil` without waves.
  public var period: Double?

  /// 1σ error of ``period`` as that of the heave in these minutes, s.
  public var periodAccuracy: Double?

  /// Roll, positive right side down; `nil` if the forward axis was nearly vertical.
  public var roll: AngleStatistics?

  /// Pitch, positive bow up.
  public var pitch: AngleStatistics
}
