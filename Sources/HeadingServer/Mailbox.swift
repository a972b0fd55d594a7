import HeadingProtocol

/// Messages on their way from any thread to the server's event loop; bounded.
struct Mailbox {
  /// What the event loop takes out at once.
  struct Contents {
    var messages: [SolutionMessage] = []
    /// Messages that were pushed out before the first of these.
    var lost = 0
  }

  // Far more than an event loop lets wait unless the machine is stopped.
  private static let limit = 64

  private var contents = Contents()

  /// Puts a message in; true if the event loop must be told.
  mutating func put(_ message: SolutionMessage) -> Bool {
    if contents.messages.count == Self.limit {
      contents.messages.removeFirst()
      contents.lost += 1
    }
    contents.messages.append(message)
    return contents.messages.count == 1
  }

  /// Takes everything out.
  mutating func take() -> Contents {
    let taken = contents
    contents = Contents()
    return taken
  }
}
