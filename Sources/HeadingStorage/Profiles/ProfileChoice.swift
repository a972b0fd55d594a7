/// The profile selected for a sensor, and the reason if the active one was refused.
public struct ProfileChoice: Sendable, Hashable {
  /// The profile.
  public var profile: CalibrationProfile

  /// Its file.
  public var path: String

  /// Why the active profile was refused; `profile` is then the newest valid one of the history.
  public var refused: ProfileError?

  /// Creates a choice.
  public init(profile: CalibrationProfile, path: String, refused: ProfileError? = nil) {
    self.profile = profile
    self.path = path
    self.refused = refused
  }
}
