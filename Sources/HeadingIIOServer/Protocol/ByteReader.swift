import NIOCore

/// Reads lines and counted bytes from a stream of chunks; buffers at most one chunk and one line.
struct ByteReader {
  /// A violation by the peer that ends the connection.
  enum Failure: Error {
    /// A line longer than ``longestLine``.
    case lineTooLong
  }

  /// Longest line, bytes; the protocol's commands are far shorter.
  static let longestLine = 4096

  private var chunks: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private var rest = ByteBuffer()

  init(_ chunks: NIOAsyncChannelInboundStream<ByteBuffer>) {
    self.chunks = chunks.makeAsyncIterator()
  }

  /// The next line without its end (LF or CR LF); `nil` after the peer closed the connection.
  mutating func line() async throws -> String? {
    while true {
      if let length = rest.readableBytesView.firstIndex(of: UInt8(ascii: "\n")).map({
        $0 - rest.readerIndex
      }) {
        guard length <= Self.longestLine else { throw Failure.lineTooLong }
        let bytes = rest.readBytes(length: length) ?? []
        rest.moveReaderIndex(forwardBy: 1)
        return String(decoding: bytes.last == 13 ? bytes.dropLast() : bytes[...], as: UTF8.self)
      }
      guard rest.readableBytes <= Self.longestLine else { throw Failure.lineTooLong }
      guard try await fill() else { return nil }
    }
  }

  /// Reads `count` bytes; those beyond `limit` are discarded.
  ///
  /// `nil` after the peer closed the connection.
  mutating func bytes(_ count: Int, keeping limit: Int) async throws -> [UInt8]? {
    var kept: [UInt8] = []
    var missing = count
    while missing > 0 {
      let available = min(missing, rest.readableBytes)
      if available > 0, let read = rest.readBytes(length: available) {
        kept += read.prefix(max(limit - kept.count, 0))
        missing -= available
      } else if try await !fill() {
        return nil
      }
    }
    return kept
  }

  private mutating func fill() async throws -> Bool {
    guard var chunk = try await chunks.next(isolation: #isolation) else { return false }
    if rest.readableBytes == 0 {
      rest = chunk
    } else {
      rest.discardReadBytes()
      rest.writeBuffer(&chunk)
    }
    return true
  }
}
