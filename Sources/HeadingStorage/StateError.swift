/// Why a saved state is not restored, or the present one is not saved.
public enum StateError: Error, Sendable, Hashable {
  /// The file is incomplete, or has another format.
  case unusable(path: String, reason: String)

  /// The file cannot be written; with the system's reason.
  case unwritable(path: String, reason: String)
}

extension StateError: CustomStringConvertible {
  /// The reason and its consequence.
  public var description: String {
    switch self {
    case .unusable(let path, let reason):
      "the state \(path) of an earlier run is not used: \(reason); the sensor errors are estimated again"
    case .unwritable(let path, let reason):
      "the state cannot be saved in \(path): \(reason); the next start estimates the sensor errors again"
    }
  }
}
