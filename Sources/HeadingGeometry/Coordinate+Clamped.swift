extension Coordinate {
  /// Makes a coordinate from any numbers: limits the latitude to ±90° and replaces NaN and infinities by 0.
  package static func clamped(latitude: Double, longitude: Double) -> Coordinate {
    Coordinate(
      latitude: latitude.isFinite ? min(max(latitude, -90), 90) : 0,
      longitude: longitude.isFinite ? longitude : 0) ?? clamped(latitude: 0, longitude: 0)
  }
}
