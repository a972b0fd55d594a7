import HeadingProtocol

extension HeadingUpdate {
  /// Heave and sea state; a value that is not known yet is `nil`, with ``Reason/heaveSettling``.
  public struct Waves: Sendable, Hashable {
    /// Statistics of an angle, degrees.
    public struct AngleStatistics: Sendable, Hashable {
      /// Mean.
      public var mean: Double
      /// Standard deviation about the mean.
      public var deviation: Double
      /// Smallest value.
      public var smallest: Double
      /// Largest value.
      public var largest: Double
    }

    /// Vertical displacement now, m, positive up, relative to its mean of a minute.
    public var heave: Estimate?

    /// Upward speed, m/s.
    public var heaveRate: Double?

    /// Vertical displacement ``delay`` seconds ago, m, with a smaller error.
    public var delayedHeave: Estimate?

    /// Seconds by which ``delayedHeave`` is late.
    public var delay: Double?

    /// Seconds of motion of the statistics that follow, at most 1200.
    public var duration: Double?

    /// Significant wave height, m: four times the heave's standard deviation.
    public var height: Estimate?

    /// Mean period between upward crossings of the mean, s; `nil` also without waves.
    public var period: Estimate?

    /// Roll, positive right side down.
    public var roll: AngleStatistics?

    /// Pitch, positive nose up.
    public var pitch: AngleStatistics?
  }
}

extension HeadingUpdate.Waves {
  /// The values of a message.
  init(_ message: WavesMessage) {
    func estimate(_ value: Double?, _ accuracy: Double?) -> HeadingUpdate.Estimate? {
      value.map { HeadingUpdate.Estimate(value: $0, accuracy: accuracy) }
    }
    func statistics(_ values: [Double]?) -> AngleStatistics? {
      guard let values, values.count == 4 else { return nil }
      return AngleStatistics(
        mean: values[0], deviation: values[1], smallest: values[2], largest: values[3])
    }
    heave = estimate(message.heave, message.heaveAccuracy)
    heaveRate = message.heaveRate
    delayedHeave = estimate(message.delayedHeave, message.delayedHeaveAccuracy)
    delay = message.delay
    duration = message.duration
    height = estimate(message.height, message.heightAccuracy)
    period = estimate(message.period, message.periodAccuracy)
    roll = statistics(message.roll)
    pitch = statistics(message.pitch)
  }
}
