internal import HeadingGeometry

extension MagneticErrorModel {
  /// The error of each element in a field of given strength.
  ///
  /// - Parameters:
  ///   - intensity: Horizontal intensity, T.
  ///   - strength: Total intensity, T.
  ///   - yearsOutside: Years before or after the model's validity. The published errors hold for its
  ///     last day; after it the rates, which change themselves, are wrong by a growing amount.
  /// - Returns: 1σ of each element.
  public func uncertainty(
    horizontal intensity: Double, total strength: Double, yearsOutside: Double
  ) -> MagneticUncertainty {
    let drift = Self.driftPerYear * yearsOutside
    func grown(_ error: Double) -> Double { (error * error + drift * drift).squareRoot() }
    let turn =
      (declinationCoefficient * declinationCoefficient + drift * drift).squareRoot()
      / intensity
    let floor = declinationFloor.radians
    let declination = (floor * floor + turn * turn).squareRoot()
    let dip = drift / strength
    return MagneticUncertainty(
      north: grown(north), east: grown(east), down: grown(down), horizontal: grown(horizontal),
      total: grown(total),
      declination: Angle(radians: min(declination, .pi / 3.0.squareRoot())),
      inclination: Angle(
        radians: (inclination.radians * inclination.radians + dip * dip).squareRoot()))
  }

  /// Growth of the error of a component outside the validity, T a year.
  static let driftPerYear = 30e-9
}
