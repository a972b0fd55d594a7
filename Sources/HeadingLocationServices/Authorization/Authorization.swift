/// What a program may know.
public struct Authorization: Sendable, Hashable {
  /// What the user said.
  public enum Grant: String, Sendable, Hashable, Codable {
    /// Nothing yet.
    case notDetermined = "not_determined"

    /// The administrator said no; the user has no say.
    case restricted

    /// No.
    case denied

    /// At any time.
    case always

    /// While the program runs.
    case whenInUse = "when_in_use"
  }

  /// What the user said; `denied` too while location is off for all.
  public var grant = Grant.notDetermined

  /// Whether places are blurred by some kilometres.
  public var isReduced = false

  /// Whether location is on for all programs.
  public var isEnabled = true

  /// Makes the authorization of a program that nobody was asked about.
  public init() {}

  /// Whether the program may know the place.
  public var isGranted: Bool { grant == .always || grant == .whenInUse }
}
