public import HeadingProtocol

/// The effective authorization of a program.
public struct Authorization: Sendable, Hashable {
  /// The grant; `denied` too while location services are disabled.
  public var grant = AuthorizationGrant.notDetermined

  /// Whether the accuracy of positions is reduced to a few kilometres.
  public var isReduced = false

  /// Whether location services are enabled for all programs.
  public var isEnabled = true

  /// Creates the authorization of a program without a decision.
  public init() {}

  /// Whether the program may receive the position.
  public var isGranted: Bool { grant == .always || grant == .whenInUse }
}
