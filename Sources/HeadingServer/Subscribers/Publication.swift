import HeadingProtocol

/// Something on its way to the subscribers.
enum Publication: Sendable {
  case update(HeldUpdate)
  case sample(SampleMessage)
  case notice(NoticeMessage)
}
