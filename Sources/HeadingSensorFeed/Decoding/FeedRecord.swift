/// A record of a feed's bytes, not yet decoded.
enum FeedRecord {
  /// A line, without its end.
  case line([UInt8])

  /// A frame, still stuffed, without its zero.
  case frame([UInt8])

  /// A record that was too long.
  case tooLong
}
