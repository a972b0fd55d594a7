/// Key command of a guided calibration.
enum GuideKey: Sendable, Hashable {
  /// End; the old calibration stays in use.
  case quit
  /// Start over.
  case restart
  /// Accept the present result.
  case accept

  /// Decodes the bytes of one key; `nil` for no command.
  init?(_ bytes: [UInt8]) {
    // A single escape is the key itself; an escape sequence is another key, such as an arrow.
    if bytes == [27] || !Set(bytes).isDisjoint(with: [UInt8(ascii: "q"), 3, 4]) {
      self = .quit
    } else if bytes.contains(UInt8(ascii: "r")) {
      self = .restart
    } else if !Set(bytes).isDisjoint(with: [10, 13]) {
      self = .accept
    } else {
      return nil
    }
  }
}
