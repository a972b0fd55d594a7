/// Cuts a stream of bytes into lines, and never holds more than one line of limited length.
///
/// Ends of line are LF or CR LF, and are not part of the line. Empty lines are handed out, too: they cost
/// as much as others.
public struct LineReader: Sendable {
  /// A line was longer than the limit.
  public struct TooLong: Error, Hashable {
    /// The limit, bytes.
    public let limit: Int
  }

  /// The longest line that is accepted, bytes.
  public let limit: Int

  private var line: [UInt8] = []

  /// Makes a reader.
  public init(limit: Int) { self.limit = limit }

  /// Takes bytes as they come and hands out every line that they complete.
  ///
  /// - Throws: ``TooLong``; the stream is of no use then.
  public mutating func append(
    _ bytes: some Sequence<UInt8>, _ take: ([UInt8]) -> Void
  ) throws(TooLong) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        take(line)
        line.removeAll(keepingCapacity: true)
      } else if line.count == limit {
        throw TooLong(limit: limit)
      } else {
        line.append(byte)
      }
    }
  }
}
