/// The reasons of access: what the daemon does not show to this program.
extension Reason {
  /// The position and what reveals it are not shown to this user (level `heading`).
  public static let placeWithheld = Reason(rawValue: "place_withheld")
  /// Only a cell of 0.05° of the position is shown (level `reduced`, or reduced accuracy).
  public static let placeReduced = Reason(rawValue: "place_reduced")
  /// The heading is not shown to this program.
  public static let headingWithheld = Reason(rawValue: "heading_withheld")
  /// The user has not decided yet what this program may know.
  public static let authorizationNotDetermined = Reason(rawValue: "authorization_not_determined")
  /// The user has denied this program the position.
  public static let authorizationDenied = Reason(rawValue: "authorization_denied")
  /// A policy denies this program the position.
  public static let authorizationRestricted = Reason(rawValue: "authorization_restricted")
  /// The daemon cannot tell which program this is.
  public static let authorizationUnknownProgram = Reason(
    rawValue: "authorization_unknown_program")
  /// The user has granted this program a reduced accuracy only.
  public static let authorizationReduced = Reason(rawValue: "authorization_reduced")
}
