/// How people read degrees of latitude and longitude.
public enum CoordinateFormat: String, Sendable, Hashable, CaseIterable {
  /// Degrees with decimals.
  case decimal
  /// Degrees, minutes and seconds.
  case dms
}
