public import HeadingEngine
public import HeadingSensing

/// What a recording says that a service did, and what the engine made of it again.
public enum RecordedStep: Sendable {
  /// It took an event, of which the engine made a solution or none; the update of it was made at this moment.
  case event(SensorEvent, HeadingSolution?, published: BootTime)

  /// No update came in time, and the last one went out again at this moment.
  case repetition(BootTime)

  /// What was promised to robots from then on, as it was written.
  case promise([UInt8])
}
