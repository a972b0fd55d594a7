/// Splits a feed's bytes into lines or frames.
struct FeedFramer {
  /// Longest line, bytes: a declaration of sixteen sensors with matrices is shorter.
  static let longestLine = 4096

  /// Longest frame, bytes.
  static let longestFrame = 160

  /// The form; `auto` splits into both until the session knows.
  var format: FeedFormat

  private var lines = RecordSplitter(delimiter: UInt8(ascii: "\n"), limit: longestLine)
  private var frames = RecordSplitter(delimiter: 0, limit: longestFrame)

  init(format: FeedFormat) { self.format = format }

  /// Appends bytes and returns every complete record.
  ///
  /// - Parameters:
  ///   - bytes: What arrived.
  ///   - isDatagram: Whether the last record ends with the bytes.
  /// - Returns: The records.
  mutating func append(_ bytes: ArraySlice<UInt8>, isDatagram: Bool) -> [FeedRecord] {
    var records: [FeedRecord] = []
    // Until the form is known, a record that is too long in one form may be none in the other.
    let isKnown = format != .auto
    if format != .binary {
      let take = { (line: [UInt8]?) in
        if let line { records.append(.line(line)) } else if isKnown { records.append(.tooLong) }
      }
      lines.append(bytes, take)
      if isDatagram { lines.finish(take) }
    }
    if format != .json {
      let take = { (frame: [UInt8]?) in
        if let frame { records.append(.frame(frame)) } else if isKnown { records.append(.tooLong) }
      }
      frames.append(bytes, take)
      if isDatagram { frames.finish(take) }
    }
    return records
  }
}
