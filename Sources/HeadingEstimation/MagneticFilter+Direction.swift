import HeadingGeometry
import RealModule

extension MagneticFilter {
  /// 1σ of the field's variation around here as found lately, a component, T.
  ///
  /// A boat's surroundings vary by less than a room's. More than a room's is a disturbance.
  func foundVariation(parameters: OrientationParameters) -> Double {
    min(variationSquare.squareRoot(), parameters.fieldVariation)
  }

  /// The direction of the field that was measured, without the device's own; `nil` where that is not known, or where the
  /// strength is not the place's.
  func fieldDirection(
    _ result: MagneticBlock.Result, parameters: OrientationParameters
  ) -> FieldDirection? {
    let usual = parameters.fieldVariation
    guard model.deviation(MagneticModel.hardIron) < 2 * usual else { return nil }
    let measured = result.measurement.field - model.ironField(result.measurement)
    let horizontal = (measured.x * measured.x + measured.y * measured.y).squareRoot()
    guard horizontal > 1e-6 else { return nil }
    let square = measured.squaredLength
    if let reference = history.reference {
      let strength =
        (reference.horizontal * reference.horizontal + reference.vertical * reference.vertical)
        .squareRoot()
      guard abs(square.squareRoot() / strength - 1) < Self.strengthTolerance else { return nil }
    }
    let found = foundVariation(parameters: parameters)
    let variation = 2 / result.interval * found * found
    // Half of the room's variation goes with the heading.
    let rising = parameters.fieldVariationTime * variation / 4
    return FieldDirection(
      elevation: Double.atan2(y: measured.z, x: horizontal),
      north: SIMD2(measured.x / horizontal, measured.y / horizontal),
      slope: measured.z / horizontal,
      elevationNoise: (rising + result.measurement.variance) / square,
      noise: (Self.variationTime * variation + result.measurement.variance) / square,
      room: usual * usual / square)
  }

  /// Time within which the variation changes, s, where the horizon is to rely on the gyroscope rather.
  private static let variationTime = 4.0

  /// A field that is stronger or weaker than the place's by this share tells no direction.
  private static let strengthTolerance = 0.04
}
