import HeadingGeometry

extension Coordinate {
  /// A coordinate from any numbers: the latitude is limited to the poles, what is no number becomes 0.
  static func clamped(latitude: Double, longitude: Double) -> Coordinate {
    Coordinate(
      latitude: latitude.isFinite ? min(max(latitude, -90), 90) : 0,
      longitude: longitude.isFinite ? longitude : 0) ?? clamped(latitude: 0, longitude: 0)
  }

  /// The place some metres away, on a sphere of 6371 km: for the few hundred metres of a simulation.
  func moved(east: Double, north: Double) -> Coordinate {
    let metresPerDegree = 111_194.9
    let parallel = max(Angle(degrees: latitude).cosine, 1e-6) * metresPerDegree
    return .clamped(
      latitude: latitude + north / metresPerDegree, longitude: longitude + east / parallel)
  }
}
