/// Text format of latitude and longitude.
public enum CoordinateFormat: String, Sendable, Hashable, CaseIterable {
  /// Decimal degrees.
  case decimal
  /// Degrees, minutes and seconds.
  case dms
}
