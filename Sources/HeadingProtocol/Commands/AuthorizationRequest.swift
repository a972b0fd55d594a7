/// A permission that a program asks its user for.
public enum AuthorizationRequest: Sendable, Hashable {
  /// Location while the program runs.
  case whenInUse

  /// Location at any time.
  case always

  /// Full accuracy until the program ends; `purpose` is a key of the usage descriptions in
  /// `Info.plist`.
  case fullAccuracy(purpose: String)

  /// Creates a request from its protocol name; `nil` for an unknown name.
  init?(_ name: String?, purpose: String?) {
    switch name {
    case "when_in_use": self = .whenInUse
    case "always": self = .always
    case "full_accuracy": self = .fullAccuracy(purpose: purpose ?? "")
    default: return nil
    }
  }

  /// Name in the protocol.
  var name: String {
    switch self {
    case .whenInUse: "when_in_use"
    case .always: "always"
    case .fullAccuracy: "full_accuracy"
    }
  }

  /// The purpose of ``fullAccuracy(purpose:)``.
  var purpose: String? {
    guard case .fullAccuracy(let purpose) = self else { return nil }
    return purpose
  }
}
