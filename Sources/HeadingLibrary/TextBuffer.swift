/// A caller's buffer for text, filled as `snprintf` fills one.
@safe struct TextBuffer: ~Copyable {
  private let start: UnsafeMutablePointer<CChar>?
  private let room: Int

  /// Length of the whole text, without the final null.
  private(set) var length = 0

  /// Takes the buffer of a caller; a null pointer has no room.
  init(_ start: UnsafeMutablePointer<CChar>?, size: Int) {
    unsafe self.start = unsafe start
    room = unsafe start == nil ? 0 : max(size, 0)
  }

  /// Appends a text; `separator` comes before it unless it is the first.
  mutating func append(_ text: String, separatedBy separator: UInt8) {
    if length > 0 { append(separator) }
    for byte in text.utf8 { append(byte) }
  }

  private mutating func append(_ byte: UInt8) {
    if length < room - 1, let start = unsafe start {
      unsafe start[length] = CChar(bitPattern: byte)
    }
    length += 1
  }

  /// Writes the final null and returns the length.
  consuming func finish() -> Int {
    if room > 0, let start = unsafe start { unsafe start[min(length, room - 1)] = 0 }
    return length
  }
}
