/// One of the two numbers of a coordinate.
public enum CoordinateAxis: Sendable, Hashable {
  /// Latitude, −90°…90°, N or S.
  case latitude

  /// Longitude, −180°…180° (input up to 360°), E or W.
  case longitude

  /// Largest magnitude of an input, degrees.
  var largest: Double { self == .latitude ? 90 : 360 }
}
