import HeadingAuthorization
import HeadingProtocol
import NIOCore

/// An update, encoded once for all subscribers with the same rights.
struct EncodedUpdate {
  let message: SolutionMessage

  /// Reduces the accuracy of positions; its state carries over to the next update.
  private(set) var coarse: ReducedAccuracyFilter
  private var full: ByteBuffer?
  private var lines: [ViewerRights: ByteBuffer] = [:]

  init(_ message: SolutionMessage, coarse: ReducedAccuracyFilter = ReducedAccuracyFilter()) {
    self.message = message
    self.coarse = coarse
  }

  /// Returns the line for clients with the given rights.
  mutating func line(for rights: ViewerRights) -> ByteBuffer {
    // All levels from `full` on see the same.
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
