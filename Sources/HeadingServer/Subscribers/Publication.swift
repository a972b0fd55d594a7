import HeadingProtocol

/// A message for the subscribers.
enum Publication: Sendable {
  case update(HeldUpdate)
  case sample(SampleMessage)
  case notice(NoticeMessage)
}
