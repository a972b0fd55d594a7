public import HeadingGeometry
public import HeadingSensing

extension EarthField {
  /// The field at a place and a time.
  public init(at place: Coordinate, altitude: Double, time: UniversalTime) {
    self = .dipole(at: place)
  }
}
