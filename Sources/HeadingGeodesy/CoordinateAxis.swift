/// Which of the two numbers of a coordinate is meant.
public enum CoordinateAxis: Sendable, Hashable {
  /// Latitude, −90°…90°, N or S.
  case latitude

  /// Longitude, −180°…180° (to 360° when typed), E or W.
  case longitude

  /// The largest number of degrees that may be typed.
  var largest: Double { self == .latitude ? 90 : 360 }
}
