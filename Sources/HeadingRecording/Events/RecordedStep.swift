public import HeadingEngine
public import HeadingSensing

/// A recorded step of the service with the replayed solution.
public enum RecordedStep: Sendable {
  /// An event with the engine's solution, if any, and the time of its update.
  case event(SensorEvent, HeadingSolution?, published: BootTime)

  /// A repetition of the last update at this time.
  case repetition(BootTime)

  /// A change of the steer contract, as recorded.
  case promise([UInt8])
}
