internal import HeadingGeometry

extension MagneticErrorModel {
  /// The error of each element in a field of given strength.
  ///
  /// The published errors hold to the last day of the validity. Outside, the rates, which change
  /// themselves, are wrong by an amount that grows with time; it is added in squares.
  ///
  /// - Parameters:
  ///   - intensity: Horizontal intensity, T.
  ///   - strength: Total intensity, T.
  ///   - yearsOutside: Years before or after the model's validity.
  /// - Returns: 1σ of each element.
  public func uncertainty(
    horizontal intensity: Double, total strength: Double, yearsOutside: Double
  ) -> MagneticUncertainty {
    let across = Self.horizontalDrift * yearsOutside
    let along = Self.downDrift * yearsOutside
    func root(_ first: Double, _ second: Double) -> Double {
      (first * first + second * second).squareRoot()
    }
    let turn = root(declinationCoefficient, across) / intensity
    let declination = root(declinationFloor.radians, turn)
    return MagneticUncertainty(
      north: root(north, across), east: root(east, across), down: root(down, along),
      horizontal: root(horizontal, across), total: root(total, along),
      declination: Angle(radians: min(declination, .pi / 3.0.squareRoot())),
      inclination: Angle(radians: root(inclination.radians, along / strength)))
  }

  /// Growth of the error of a horizontal component outside the validity, T a year.
  ///
  /// WMM2010, WMM2015 and WMM2020 carried on against IGRF-14: RMS over the globe, beyond that of their
  /// last valid day, 62 nT after 2.5 years, 100 to 119 nT after 5, 181 nT after 10; up to 23 nT a year
  /// backwards. A straight line above all of these is enough for a bound.
  static let horizontalDrift = 25e-9

  /// The same of the down component: 103 nT, 169 to 202 nT and 301 nT.
  static let downDrift = 41e-9
}
