import HeadingCalibration
public import HeadingGeometry

/// Which way the Earth's field dips at a place.
public enum MagneticSide {
  /// Whether it dips down, as in the north; `nil` near the magnetic equator, where it hardly dips.
  public static func isFieldDown(at coordinate: Coordinate) -> Bool? {
    var snapshot = CalibrationSnapshot()
    snapshot.coordinate = coordinate
    guard let dip = snapshot.knowledge(current: nil).inclination?.degrees, abs(dip) > 15 else {
      return nil
    }
    return dip > 0
  }
}
