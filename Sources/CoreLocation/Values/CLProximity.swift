/// The relative distance to a beacon.
public enum CLProximity: Int, Sendable {
  /// Unknown.
  case unknown = 0

  /// In the immediate vicinity.
  case immediate

  /// Within a few metres.
  case near

  /// Far away.
  case far
}
