/// Splits a stream of bytes into lines of limited length.
///
/// A line ends with LF or CR LF, which are not part of it. A line that is too long is dropped up to
/// its end and counted, so that the memory is bounded by the limit.
struct LineSplitter {
  /// Longest line, bytes.
  let limit: Int

  /// Number of lines longer than the limit.
  private(set) var tooLong = 0

  private var line: [UInt8] = []
  private var isDropping = false

  init(limit: Int) { self.limit = limit }

  /// Appends bytes and passes on every completed line.
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
