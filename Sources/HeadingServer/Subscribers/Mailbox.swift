/// Publications on their way from any thread to the server's event loop; bounded.
struct Mailbox {
  /// What the event loop takes out at once.
  struct Contents {
    var publications: [Publication] = []
    /// Publications that were pushed out before the first of these.
    var lost = 0
  }

  // Far more than an event loop lets wait unless the machine is stopped.
  static let limit = 256

  private var contents = Contents()
  private var isTold = false

  /// Puts a publication in.
  mutating func put(_ publication: Publication) {
    if contents.publications.count == Self.limit {
      contents.publications.removeFirst()
      contents.lost += 1
    }
    contents.publications.append(publication)
  }

  /// Whether the event loop must be told of what is in it.
  mutating func tells() -> Bool {
    guard !isTold, !contents.publications.isEmpty else { return false }
    isTold = true
    return true
  }

  /// Takes everything out.
  mutating func take() -> Contents {
    isTold = false
    let taken = contents
    contents = Contents()
    return taken
  }
}
