/// Splits a feed's bytes into lines or frames.
struct FeedFramer {
  /// The form; `auto` splits into both until the session knows.
  var format: FeedFormat

  private var lines = RecordSplitter(delimiter: UInt8(ascii: "\n"), limit: FeedFormat.longestLine)
  private var frames = RecordSplitter(delimiter: 0, limit: FeedFormat.longestFrame)

  init(format: FeedFormat) { self.format = format }

  /// Whether a record has begun in each form that is possible.
  var isWithinRecord: Bool {
    (format == .binary || lines.isWithinRecord) && (format == .json || frames.isWithinRecord)
  }

  /// Appends bytes and returns every complete record.
  ///
  /// - Parameters:
  ///   - bytes: What arrived.
  ///   - isDatagram: Whether the last record ends with the bytes.
  /// - Returns: The records.
  mutating func append(_ bytes: ArraySlice<UInt8>, isDatagram: Bool) -> [FeedRecord] {
    var records: [FeedRecord] = []
    if format != .binary {
      // Until the form is known, what is too long for a line may be many frames, unless it is an object.
      let isKnown = format == .json
      let take = { (line: [UInt8], isWhole: Bool) in
        if isWhole {
          records.append(.line(line))
        } else if isKnown || line.first == UInt8(ascii: "{") {
          records.append(.tooLong)
        }
      }
      lines.append(bytes, take)
      if isDatagram { lines.finish(take) }
    }
    if format != .json {
      let isKnown = format == .binary
      let take = { (frame: [UInt8], isWhole: Bool) in
        if isWhole { records.append(.frame(frame)) } else if isKnown { records.append(.tooLong) }
      }
      frames.append(bytes, take)
      if isDatagram { frames.finish(take) }
    }
    return records
  }
}
