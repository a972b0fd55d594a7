/// Splits a stream of bytes into lines; buffers at most one line of limited length.
///
/// Lines end with LF or CR LF, which is removed. Empty lines are delivered too, so that they count
/// against rate limits.
public struct LineReader: Sendable {
  /// Error: a line exceeds the limit.
  public struct TooLong: Error, Hashable {
    /// The limit, bytes.
    public let limit: Int
  }

  /// Maximum length of a line, bytes.
  public let limit: Int

  private var line: [UInt8] = []

  /// Creates a reader.
  public init(limit: Int) { self.limit = limit }

  /// Appends received bytes and delivers every line that they complete.
  ///
  /// - Throws: ``TooLong``; the stream cannot be read any further.
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
