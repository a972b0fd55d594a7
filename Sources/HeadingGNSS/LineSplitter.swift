/// Cuts a stream of bytes into lines, and never holds more than one line of limited length.
///
/// Ends of line are LF or CR LF; they are not part of the line. A line that is too long is dropped
/// up to its end and counted, and so costs no more memory than the limit.
struct LineSplitter {
  /// The longest line that is handed out, bytes.
  let limit: Int

  /// Lines that were longer than the limit.
  private(set) var tooLong = 0

  private var line: [UInt8] = []
  private var isDropping = false

  init(limit: Int) { self.limit = limit }

  /// Takes bytes as they come and hands out every line that they complete.
  mutating func append(_ bytes: some Sequence<UInt8>, _ take: (inout [UInt8]) -> Void) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if isDropping {
          isDropping = false
        } else {
          if line.last == UInt8(ascii: "\r") { line.removeLast() }
          if !line.isEmpty { take(&line) }
        }
        line.removeAll(keepingCapacity: true)
      } else if isDropping {
        continue
      } else if line.count == limit {
        isDropping = true
        tooLong += 1
        line.removeAll(keepingCapacity: true)
      } else {
        line.append(byte)
      }
    }
  }
}
