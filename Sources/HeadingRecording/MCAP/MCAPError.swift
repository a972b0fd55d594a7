/// Why an MCAP file cannot be read.
public enum MCAPError: Error, Hashable, Sendable {
  /// It does not begin as MCAP does.
  case notMCAP

  /// Something in it cannot be a record.
  case malformed(offset: Int)

  /// It has chunks, which are not understood here.
  case chunked

  /// It has no events to replay.
  case noEvents

  /// An event in it is not understood; its number, from 1, and the reason.
  case badEvent(number: Int, reason: String)
}

extension MCAPError: CustomStringConvertible {
  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .notMCAP: "it is not MCAP; record one with `compass record FILE`"
    case .malformed(let offset): "what is at byte \(offset) cannot be MCAP: the file is damaged"
    case .chunked:
      "it has chunks, which are not read here; `compass record` writes none"
    case .noEvents: "it has no sensor events; record one with `compass record FILE`"
    case .badEvent(let number, let reason):
      "its event \(number) is not understood: \(reason); was it written by a newer program?"
    }
  }
}
