/// What a key asks of a guided calibration.
enum GuideKey: Sendable, Hashable {
  /// End it; the old calibration stays.
  case quit
  /// Begin anew.
  case restart
  /// Take what there is.
  case accept

  /// What the bytes of one key ask for; `nil` for nothing.
  init?(_ bytes: [UInt8]) {
    // A lone escape is the key itself; with more behind it, it is an arrow or the like.
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
