/// What the user lets a program know.
public enum CLAuthorizationStatus: Int32, Sendable {
  /// Nobody was asked yet.
  case notDetermined = 0

  /// The administrator forbids it; the user cannot change that.
  case restricted

  /// The user refused, or location is switched off for all.
  case denied

  /// At any time.
  case authorizedAlways

  /// While the program is in use; on Linux that is while it runs.
  case authorizedWhenInUse

  /// The old name of ``authorizedAlways``.
  public static var authorized: CLAuthorizationStatus { .authorizedAlways }
}
