/// A program's authorization to use location services.
public enum CLAuthorizationStatus: Int32, Sendable {
  /// The user has not decided yet.
  case notDetermined = 0

  /// The administrator denies access; the user cannot change that.
  case restricted

  /// The user denied access, or location services are disabled for all programs.
  case denied

  /// Access at any time, including starts in the background.
  case authorizedAlways

  /// Access while the program is in use; on Linux, while it runs.
  case authorizedWhenInUse

  /// Former name of ``authorizedAlways``.
  public static var authorized: CLAuthorizationStatus { .authorizedAlways }
}
