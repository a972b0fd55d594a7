internal import HeadingGeometry

extension MagneticErrorModel {
  /// The error of each element in a field of given strength.
  ///
  /// The published errors are averages over the model's five years. The part that core flow causes
  /// grows in proportion to the prediction time and reaches its five-year mean after 5/√3 years;
  /// from then on, and before the validity, the excess over that mean is added in quadrature.
  ///
  /// - Parameters:
  ///   - intensity: Horizontal intensity, T.
  ///   - strength: Total intensity, T.
  ///   - predictionYears: Years between the date and the epoch that the model predicts from, 0 or
  ///     more.
  /// - Returns: 1σ of each element.
  public func uncertainty(
    horizontal intensity: Double, total strength: Double, predictionYears: Double
  ) -> MagneticUncertainty {
    let growth = max(0, predictionYears * predictionYears - 25.0 / 3).squareRoot()
    let across = Self.horizontalDrift * growth
    let along = Self.downDrift * growth
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

  /// Growth rate of a horizontal component's error with prediction time, T/year.
  ///
  /// WMM2010, WMM2015 and WMM2020 against IGRF-14, RMS of X, Y and H over the globe: 46 to 56 nT
  /// five years after their epoch, 104 to 127 nT after ten, 163 to 211 nT after fifteen; up to 121
  /// nT ten years before it. A straight line above nearly all of these.
  static let horizontalDrift = 14e-9

  /// The same of the down component: 79 to 89 nT, 186 to 201 nT and 311 nT; 184 nT ten years
  /// before.
  static let downDrift = 21e-9
}
