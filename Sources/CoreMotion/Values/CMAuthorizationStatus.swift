/// A program's authorization to use motion data; those of heights depend on that for the place, ``CMAltimeter``.
public enum CMAuthorizationStatus: Int, Sendable {
  /// The user has not decided yet.
  case notDetermined = 0

  /// The administrator denies access.
  case restricted

  /// The user denied access.
  case denied

  /// The program has access.
  case authorized
}
