/// The profile that a sensor gets, and what had to be passed over for it.
public struct ProfileChoice: Sendable, Hashable {
  /// The profile.
  public var profile: CalibrationProfile

  /// Its file.
  public var path: String

  /// Why the one in use was refused; this is then the last good one of those kept.
  public var refused: ProfileError?

  /// Makes a choice.
  public init(profile: CalibrationProfile, path: String, refused: ProfileError? = nil) {
    self.profile = profile
    self.path = path
    self.refused = refused
  }
}
