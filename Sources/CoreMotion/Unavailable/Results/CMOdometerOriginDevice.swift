/// The device that measured a distance.
public enum CMOdometerOriginDevice: Int, Sendable {
  /// Not known.
  case unknown = 0
  /// This device.
  case local
  /// A paired device.
  case remote
}
