import HeadingGeometry
import RealModule

extension MagneticFilter {
  /// 1σ of the field's recent spatial variation, per component, T.
  ///
  /// It is smaller on open water than indoors. At most the usual indoor variation, because a larger
  /// one counts as a disturbance.
  func foundVariation(parameters: OrientationParameters) -> Double {
    min(variationSquare.squareRoot(), parameters.fieldVariation)
  }

  /// The direction of the measured field without the device's iron; `nil` if that iron is unknown,
  /// or if the strength differs from the reference field's.
  func fieldDirection(
    _ result: MagneticBlock.Result, parameters: OrientationParameters
  ) -> FieldDirection? {
    let usual = parameters.fieldVariation
    guard model.deviation(FieldKalmanFilter.hardIron) < 2 * usual else { return nil }
    let measured = result.measurement.field - model.ironField(result.measurement)
    let horizontal = (measured.x * measured.x + measured.y * measured.y).squareRoot()
    guard horizontal > 1e-6 else { return nil }
    let square = measured.squaredLength
    if let reference = mixture.reference {
      let strength =
        (reference.horizontal * reference.horizontal + reference.vertical * reference.vertical)
        .squareRoot()
      guard abs(square.squareRoot() / strength - 1) < Self.strengthTolerance else { return nil }
    }
    let found = foundVariation(parameters: parameters)
    let variation = 2 / result.interval * found * found
    // Half of the spatial variation is along the heading.
    let rising = parameters.fieldVariationTime * variation / 4
    return FieldDirection(
      elevation: Double.atan2(y: measured.z, x: horizontal),
      north: SIMD2(measured.x / horizontal, measured.y / horizontal),
      slope: measured.z / horizontal,
      elevationNoise: (rising + result.measurement.variance) / square,
      noise: (Self.variationTime * variation + result.measurement.variance) / square,
      usualVariation: usual * usual / square)
  }

  /// Correlation time of the variation for the tilt, s; longer than the real one so that the tilt
  /// relies on the gyroscope.
  private static let variationTime = 4.0

  /// Relative deviation from the reference strength beyond which the direction is not used.
  private static let strengthTolerance = 0.04
}
