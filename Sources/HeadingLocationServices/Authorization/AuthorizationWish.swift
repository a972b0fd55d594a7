/// What a program asks its user for.
public enum AuthorizationWish: Sendable, Hashable {
  /// The place while the program runs.
  case whenInUse

  /// The place at any time.
  case always

  /// Full accuracy until the program ends; why, as a key of the purposes in `Info.plist`.
  case fullAccuracy(purpose: String)
}
