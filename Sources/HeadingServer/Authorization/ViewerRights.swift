import HeadingLocationServices
import HeadingProtocol

/// What one client sees: what `access` grants its user, less what its program was not granted.
struct ViewerRights: Sendable, Hashable {
  /// Up to where it sees; never more than `access` says.
  var level: AccessLevel

  /// Why it sees less than that, a reason of updates; `nil` if it does not.
  var reason: String?

  /// Whether the place's marks on the heading are withheld too: declination and true heading.
  var hidesDeclination = false

  /// Whether there is no heading either.
  var hidesHeading = false

  /// What a client sees that is not judged.
  init(_ level: AccessLevel) { self.level = level }

  /// What a program sees.
  ///
  /// - Parameters:
  ///   - level: What its user may see.
  ///   - authorization: What was decided about the program; `nil` if it is not known which it is.
  ///   - guardsHeading: Whether even a magnetic heading needs a grant.
  init(_ level: AccessLevel, _ authorization: Authorization?, guardsHeading: Bool) {
    self.level = level
    guard let authorization, authorization.isGranted else {
      self.level = min(level, .heading)
      let grant = authorization?.grant.rawValue
      reason = "authorization_\(grant ?? "unknown_program")"
      hidesDeclination = true
      hidesHeading = guardsHeading
      return
    }
    guard authorization.isReduced, level > .reduced else { return }
    self.level = .reduced
    reason = "authorization_reduced"
  }
}
