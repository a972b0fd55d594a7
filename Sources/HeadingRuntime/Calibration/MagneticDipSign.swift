import HeadingCalibration
public import HeadingGeometry

/// Sign of the Earth's magnetic dip at a position.
public enum MagneticDipSign {
  /// Whether the field points down, as in the north; `nil` near the magnetic equator, for |dip| ≤
  /// 15°.
  public static func isFieldDown(at coordinate: Coordinate) -> Bool? {
    var snapshot = CalibrationSnapshot()
    snapshot.coordinate = coordinate
    guard let dip = snapshot.knowledge(current: nil).inclination?.degrees, abs(dip) > 15 else {
      return nil
    }
    return dip > 0
  }
}
