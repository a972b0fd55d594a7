import HeadingRuntime

/// Bounded queue of publications from any thread to the server's event loop.
struct Mailbox {
  /// Contents that the event loop removes at once.
  struct Contents {
    var publications: [Publication] = []
    /// Number of publications dropped before the first of these.
    var lost = 0
    /// Pieces of recordings in order, without gaps.
    var recordings: [RecordingStream.Piece] = []
  }

  /// Largest number of queued bytes of recordings, about ten seconds.
  static let maximumBytes = 1 << 22

  // Far more than an event loop leaves queued unless the machine is suspended.
  static let limit = 256

  private var contents = Contents()
  private var waitingBytes = 0
  private var isTold = false

  /// Appends a publication; drops the oldest if the queue is full.
  mutating func put(_ publication: Publication) {
    if contents.publications.count == Self.limit {
      contents.publications.removeFirst()
      contents.lost += 1
    }
    contents.publications.append(publication)
  }

  /// Appends a piece of a recording; replaces one that exceeds the bound with a gap marker.
  mutating func put(_ piece: RecordingStream.Piece) {
    switch piece {
    case .beginning(let bytes): waitingBytes += bytes.count
    case .rest(let bytes, _):
      guard waitingBytes + bytes.count <= Self.maximumBytes else {
        if case .rest(_, isWhole: false) = contents.recordings.last { return }
        contents.recordings.append(.rest([], isWhole: false))
        return
      }
      waitingBytes += bytes.count
    }
    contents.recordings.append(piece)
  }

  /// Returns whether the event loop must be notified of the contents.
  mutating func tells() -> Bool {
    guard !isTold, !contents.publications.isEmpty || !contents.recordings.isEmpty else {
      return false
    }
    isTold = true
    return true
  }

  /// Removes and returns the contents.
  mutating func take() -> Contents {
    isTold = false
    waitingBytes = 0
    var taken = contents
    contents = Contents()
    taken.recordings = Self.joined(taken.recordings)
    return taken
  }

  /// Joins consecutive pieces, so that fewer lines queue for a slow client.
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
