/// Why the state of an earlier run is not used, or this one's is not kept.
public enum StateError: Error, Sendable, Hashable {
  /// The file is not whole, or not a state that this program knows.
  case unusable(path: String, reason: String)

  /// The file cannot be written; the system's reason.
  case unwritable(path: String, reason: String)
}

extension StateError: CustomStringConvertible {
  /// What happened and what it means.
  public var description: String {
    switch self {
    case .unusable(let path, let reason):
      "the state \(path) of an earlier run is not used: \(reason); the sensors are learned anew"
    case .unwritable(let path, let reason):
      "the state cannot be kept in \(path): \(reason); the next start learns the sensors anew"
    }
  }
}
