import HeadingRuntime

/// Publications on their way from any thread to the server's event loop; bounded.
struct Mailbox {
  /// What the event loop takes out at once.
  struct Contents {
    var publications: [Publication] = []
    /// Publications that were pushed out before the first of these.
    var lost = 0
    /// Pieces of recordings, of which nothing may be missing, in their order.
    var recordings: [RecordingStream.Piece] = []
  }

  /// Bytes of recordings that may wait: some ten seconds of them.
  static let mostBytes = 1 << 22

  // Far more than an event loop lets wait unless the machine is stopped.
  static let limit = 256

  private var contents = Contents()
  private var waitingBytes = 0
  private var isTold = false

  /// Puts a publication in.
  mutating func put(_ publication: Publication) {
    if contents.publications.count == Self.limit {
      contents.publications.removeFirst()
      contents.lost += 1
    }
    contents.publications.append(publication)
  }

  /// Puts a piece of recordings in; what finds no room leaves a hole that is known.
  mutating func put(_ piece: RecordingStream.Piece) {
    switch piece {
    case .beginning(let bytes): waitingBytes += bytes.count
    case .rest(let bytes, _):
      guard waitingBytes + bytes.count <= Self.mostBytes else {
        if case .rest(_, isWhole: false) = contents.recordings.last { return }
        contents.recordings.append(.rest([], isWhole: false))
        return
      }
      waitingBytes += bytes.count
    }
    contents.recordings.append(piece)
  }

  /// Whether the event loop must be told of what is in it.
  mutating func tells() -> Bool {
    guard !isTold, !contents.publications.isEmpty || !contents.recordings.isEmpty else {
      return false
    }
    isTold = true
    return true
  }

  /// Takes everything out.
  mutating func take() -> Contents {
    isTold = false
    waitingBytes = 0
    var taken = contents
    contents = Contents()
    taken.recordings = Self.joined(taken.recordings)
    return taken
  }

  /// The pieces with those joined that follow one another: fewer lines wait for who is slow.
  private static func joined(_ pieces: [RecordingStream.Piece]) -> [RecordingStream.Piece] {
    var result: [RecordingStream.Piece] = []
    var rest: [UInt8] = []
    func end() {
      if !rest.isEmpty { result.append(.rest(rest, isWhole: true)) }
      rest = []
    }
    for piece in pieces {
      if case .rest(let bytes, isWhole: true) = piece {
        rest += bytes
      } else {
        end()
        result.append(piece)
      }
    }
    end()
    return result
  }
}
