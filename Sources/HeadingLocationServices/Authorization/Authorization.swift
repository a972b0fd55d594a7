public import HeadingProtocol

/// What a program may know.
public struct Authorization: Sendable, Hashable {
  /// What the user said; `denied` too while location is off for all.
  public var grant = AuthorizationGrant.notDetermined

  /// Whether places are blurred by some kilometres.
  public var isReduced = false

  /// Whether location is on for all programs.
  public var isEnabled = true

  /// Makes the authorization of a program that nobody was asked about.
  public init() {}

  /// Whether the program may know the place.
  public var isGranted: Bool { grant == .always || grant == .whenInUse }
}
