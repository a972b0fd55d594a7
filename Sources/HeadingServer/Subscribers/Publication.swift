import HeadingProtocol

/// Something on its way to the subscribers.
enum Publication: Sendable {
  case update(SolutionMessage)
  case sample(SampleMessage)
  case notice(NoticeMessage)

  /// The beginning of a recording, for those who asked for one and have none yet.
  case recordingBeginning([UInt8])

  /// What follows in all recordings; whether nothing is missing before it.
  case recording([UInt8], isWhole: Bool)
}
