import HeadingProtocol
import NIOCore

/// An update, encoded once for all subscribers of a level.
struct EncodedUpdate {
  let message: SolutionMessage
  private var lines: [AccessLevel: ByteBuffer] = [:]

  init(_ message: SolutionMessage) { self.message = message }

  /// The line that clients of a level get.
  mutating func line(for level: AccessLevel) -> ByteBuffer {
    // All levels from full on see the same.
    let level = min(level, .full)
    if let line = lines[level] { return line }
    let line = ByteBuffer(bytes: message.visible(to: level).line)
    lines[level] = line
    return line
  }
}
