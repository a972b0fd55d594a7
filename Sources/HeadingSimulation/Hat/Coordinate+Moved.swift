import HeadingGeometry

extension Coordinate {
  /// The coordinate displaced by metres on a sphere of 6371 km, for displacements of a few hundred
  /// metres.
  func moved(east: Double, north: Double) -> Coordinate {
    let metresPerDegree = 111_194.9
    let parallel = max(Angle(degrees: latitude).cosine, 1e-6) * metresPerDegree
    return .clamped(
      latitude: latitude + north / metresPerDegree, longitude: longitude + east / parallel)
  }
}
