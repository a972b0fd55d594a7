import HeadingGeometry
public import HeadingSensing
import RealModule

/// Conversion of a deviation into calibration parameters, so that all outputs are corrected.
extension DeviationCurve {
  /// A calibration that corrects the deviation, exact in level attitude.
  ///
  /// A is a rotation about the vertical; B and C are hard iron fore and aft and athwartships, of
  /// B·H and C·H; D and E are soft iron of the horizontal plane. For a disturbing field e,
  /// deviation = (e_right cos θ + e_forward sin θ) / H; larger angles by iteration.
  ///
  /// - Parameters:
  ///   - parameters: The calibration under which the deviation was measured.
  ///   - horizontal: Horizontal intensity where it was measured, T.
  /// - Returns: The calibration; `nil` if a coefficient is over 45° or not finite.
  public func correcting(
    _ parameters: CalibrationParameters, horizontal: Double
  ) -> CalibrationParameters? {
    let coefficients = [a, b, c, d, e].map { abs($0.radians) }
    guard coefficients.allSatisfy({ $0 < .pi / 4 }), horizontal > 0, horizontal.isFinite else {
      return nil
    }
    // Correction of the calibrated field: turned · field − offset.
    var turned = Matrix3.identity
    var offset = Vector3.zero
    for _ in 0..<12 {
      guard let rest = remaining(turned, offset, horizontal) else { return nil }
      let (a, b, c, d, e) = (
        rest.a.radians, rest.b.radians, rest.c.radians, rest.d.radians, rest.e.radians
      )
      let step = Matrix3(
        rows: Vector3(1 + d, -e - a, 0), Vector3(a - e, 1 - d, 0), Vector3(0, 0, 1))
      turned = step * turned
      offset = step * offset + Vector3(c, b, 0) * horizontal
    }
    var result = parameters
    result.deviation = parameters.deviation.map { $0 + self.coefficients } ?? self.coefficients
    result.softIron = turned * parameters.softIron
    guard let inverse = result.softIron.inverse else { return nil }
    result.hardIron = parameters.hardIron + inverse * offset
    return result
  }

  /// The remaining deviation after a correction.
  private func remaining(
    _ turned: Matrix3, _ offset: Vector3, _ horizontal: Double
  ) -> DeviationCurve? {
    var observations: [Observation] = []
    for degrees in stride(from: 0.0, to: 360, by: 10) {
      let compass = Heading<MagneticNorth>(degrees: degrees)
      let angle = Angle.sineAndCosine(degrees: degrees)
      // The field at this compass heading; the curve does not define its magnitude.
      let seen = turned * (Vector3(-angle.sine, angle.cosine, 0) * horizontal) - offset
      let shown = Angle(radians: Double.atan2(y: -seen.x, x: seen.y))
      observations.append(
        Observation(compass: Heading(degrees: shown.degrees), reference: corrected(compass)))
    }
    return DeviationCurve(observations)
  }
}
