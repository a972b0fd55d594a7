import HeadingLocationServices
import HeadingProtocol
import NIOCore

/// An update, encoded once for all subscribers that see the same of it.
struct EncodedUpdate {
  let message: SolutionMessage

  /// Blurs places; goes on from update to update.
  private(set) var coarse: CoarsePlace
  private var full: ByteBuffer?
  private var lines: [ViewerRights: ByteBuffer] = [:]

  init(_ message: SolutionMessage, coarse: CoarsePlace = CoarsePlace()) {
    self.message = message
    self.coarse = coarse
  }

  /// The line that clients with these rights get.
  mutating func line(for rights: ViewerRights) -> ByteBuffer {
    // All from the level full on see the same.
    if rights.level >= .full {
      if let full { return full }
      let line = ByteBuffer(bytes: message.line)
      full = line
      return line
    }
    if let line = lines[rights] { return line }
    let line = ByteBuffer(bytes: message.visible(to: rights, coarse: &coarse).line)
    lines[rights] = line
    return line
  }
}
