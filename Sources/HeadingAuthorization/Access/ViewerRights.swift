import HeadingProtocol

/// Effective rights of one client: the level that `access` grants its user, limited by the
/// authorization of its program.
package struct ViewerRights: Sendable, Hashable {
  /// The effective level; never above the one that `access` grants.
  package var level: AccessLevel

  /// The reason for a lower level, for updates; `nil` if there is none.
  package var reason: String?

  /// Whether declination and true heading, which depend on the position, are withheld too.
  package var hidesDeclination = false

  /// Whether the heading is withheld too.
  package var hidesHeading = false

  /// Creates the rights of a client that is not subject to program authorization.
  package init(_ level: AccessLevel) { self.level = level }

  /// Creates the rights of a program.
  ///
  /// - Parameters:
  ///   - level: The level of its user.
  ///   - authorization: The program's authorization; `nil` if the program is not known.
  ///   - requiresHeadingAuthorization: Whether even a magnetic heading needs a grant.
  package init(
    _ level: AccessLevel, _ authorization: Authorization?, requiresHeadingAuthorization: Bool
  ) {
    self.level = level
    guard let authorization, authorization.isGranted else {
      self.level = min(level, .heading)
      let grant = authorization?.grant.rawValue
      reason = "authorization_\(grant ?? "unknown_program")"
      hidesDeclination = true
      hidesHeading = requiresHeadingAuthorization
      return
    }
    guard authorization.isReduced, level > .reduced else { return }
    self.level = .reduced
    reason = "authorization_reduced"
  }
}
