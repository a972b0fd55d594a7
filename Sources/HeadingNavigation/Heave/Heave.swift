/// Vertical displacement of a point by waves, positive up, relative to its mean of a minute.
public struct Heave: Sendable, Hashable {
  /// Displacement now, m.
  public var displacement: Double

  /// 1σ error of ``displacement``, m.
  public var accuracy: Double

  /// Vertical speed, m/s.
  public var speed: Double

  /// Displacement ``delay`` seconds ago, m, with a smaller error.
  public var delayed: Double

  /// Seconds by which ``delayed`` is late, 10 to 10.5.
  public var delay: Double

  /// 1σ error of ``delayed``, m.
  public var delayedAccuracy: Double

  /// Creates a heave of its values.
  package init(
    displacement: Double, accuracy: Double, speed: Double, delayed: Double, delay: Double,
    delayedAccuracy: Double
  ) {
    self.displacement = displacement
    self.accuracy = accuracy
    self.speed = speed
    self.delayed = delayed
    self.delay = delay
    self.delayedAccuracy = delayedAccuracy
  }
}
