/// What the user lets a program know of the device's motion.
public enum CMAuthorizationStatus: Int, Sendable {
  /// Nobody was asked yet.
  case notDetermined = 0

  /// The administrator forbids it.
  case restricted

  /// The user refused.
  case denied

  /// It may know it.
  case authorized
}
