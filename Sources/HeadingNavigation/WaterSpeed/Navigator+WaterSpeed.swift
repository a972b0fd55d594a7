public import HeadingSensing

extension Navigator {
  /// Processes a speed through the water.
  ///
  /// It is used while there are no fixes; see `docs/navigation.md`.
  public mutating func take(waterSpeed sample: WaterSpeedSample) {
    // A time that is not the present's would stop the log.
    guard let now = head.time, abs(sample.time.seconds(since: now)) < 2 else { return }
    waterLog.take(sample)
  }
}
