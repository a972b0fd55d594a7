/// How near a beacon is.
public enum CLProximity: Int, Sendable {
  /// Not known.
  case unknown = 0

  /// Within reach.
  case immediate

  /// Within a few metres.
  case near

  /// Farther.
  case far
}
