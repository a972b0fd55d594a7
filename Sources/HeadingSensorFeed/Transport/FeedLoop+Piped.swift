import Glibc
import HeadingSensing

/// Standard input: a pipe, or a recording of a feed as a file.
extension FeedLoop {
  /// Whether a file has a time of its own, unlike a pipe, whose writer sets the pace.
  static var isInputFile: Bool {
    var status = stat()
    return unsafe fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Time until standard input is read on, s; `nil` if it waits for a receiver of its samples.
  ///
  /// Samples that are piped in wait for their receiver; those of a clock's present do not.
  func pause(of link: FeedLink, isAwaited: Bool) -> Double? {
    guard link.endpoint == .standardInput, link.session.declaration != nil else { return 0 }
    guard isAwaited else { return nil }
    return link.isFile ? max(0, link.session.lead(at: now)) : 0
  }

  /// Takes what was read of standard input: message by message up to the declaration, since the
  /// samples after it wait for a receiver, and message by message in the time of a file's samples.
  mutating func take(
    piped bytes: ArraySlice<UInt8>, _ link: inout FeedLink, isAwaited: Bool
  ) -> [FeedOutput] {
    var rest = bytes
    var outputs: [FeedOutput] = []
    while !rest.isEmpty, pause(of: link, isAwaited: isAwaited) == 0 {
      let isWhole = link.session.declaration != nil && !link.isFile
      let end = isWhole ? nil : rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == 0 }
      let message = rest[...(end ?? rest.endIndex - 1)]
      outputs += take(message, &link, isDatagram: false)
      rest = rest[message.endIndex...]
    }
    link.held = Array(rest)
    return outputs
  }
}
