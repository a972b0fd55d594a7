/// Why an MCAP file is refused.
public enum MCAPError: Error, Hashable, Sendable {
  /// The magic bytes are missing.
  case notMCAP

  /// A record is malformed.
  case malformed(offset: Int)

  /// It has chunks, which are not supported.
  case chunked

  /// It has no events to replay.
  case noEvents

  /// An event is invalid; its number, from 1, and the reason.
  case badEvent(number: Int, reason: String)
}

extension MCAPError: CustomStringConvertible {
  /// The reason and the recommended action.
  public var description: String {
    switch self {
    case .notMCAP: "it is not MCAP; record one with `compass record FILE`"
    case .malformed(let offset):
      "the data at byte \(offset) are no MCAP record: the file is damaged"
    case .chunked:
      "it has chunks, which are not supported; `compass record` writes none"
    case .noEvents: "it has no sensor events; record one with `compass record FILE`"
    case .badEvent(let number, let reason):
      "its event \(number) is invalid: \(reason); was it written by a newer program?"
    }
  }
}
