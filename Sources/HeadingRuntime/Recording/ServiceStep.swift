import HeadingSensing

/// A step of the service; the steps suffice to reproduce its updates.
enum ServiceStep: Sendable {
  /// An event was processed; the time of the resulting update, `nil` if there was none.
  case event(SensorEvent, published: BootTime?)

  /// No update came in time, and the last one was sent again at this time.
  case repetition(BootTime)

  /// A steer contract takes effect at this time.
  case promise(SteerContract, BootTime)
}
