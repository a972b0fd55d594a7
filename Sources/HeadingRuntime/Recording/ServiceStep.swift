import HeadingSensing

/// What a service does, step by step: all that is needed to make the same updates again.
enum ServiceStep: Sendable {
  /// It took an event; when the update that followed was made, `nil` where none followed.
  case event(SensorEvent, published: BootTime?)

  /// No update came in time, and the last one went out again at this moment.
  case repetition(BootTime)

  /// From this moment on this is promised to robots.
  case promise(RobotContract, BootTime)
}
