import HeadingProtocol

/// Something on its way to the subscribers.
enum Publication: Sendable {
  case update(SolutionMessage)
  case sample(SampleMessage)
  case notice(NoticeMessage)
}
