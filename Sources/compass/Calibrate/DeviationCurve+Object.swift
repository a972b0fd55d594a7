import HeadingCalibration
import HeadingGeometry

extension DeviationCurve {
  /// The coefficients by name, degrees, for JSON.
  var namedCoefficients: [String: Double] {
    ["A": a.degrees, "B": b.degrees, "C": c.degrees, "D": d.degrees, "E": e.degrees]
  }
}
