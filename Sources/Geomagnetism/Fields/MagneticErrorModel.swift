public import HeadingGeometry

/// The published 1σ errors of a magnetic model, crust and disturbance included.
///
/// Source: the publishers' error model (WMM2025 report, and those of its predecessors). The
/// declination's error depends on the horizontal intensity: √(floor² + (coefficient / H)²).
public struct MagneticErrorModel: Sendable, Hashable {
  /// North, east, down, horizontal and total intensity, T.
  public var north, east, down, horizontal, total: Double

  /// Inclination.
  public var inclination: Angle

  /// Constant part of the declination's error.
  public var declinationFloor: Angle

  /// Horizontal field error that causes a declination error inversely proportional to H, T · rad.
  public var declinationCoefficient: Double

  /// Makes a model in the published units: nT, degrees, and nT · degrees for the coefficient.
  public init(
    northNanotesla: Double, eastNanotesla: Double, downNanotesla: Double,
    horizontalNanotesla: Double, totalNanotesla: Double, inclinationDegrees: Double,
    declinationFloorDegrees: Double, declinationCoefficient: Double
  ) {
    north = northNanotesla * 1e-9
    east = eastNanotesla * 1e-9
    down = downNanotesla * 1e-9
    horizontal = horizontalNanotesla * 1e-9
    total = totalNanotesla * 1e-9
    inclination = Angle(degrees: inclinationDegrees)
    declinationFloor = Angle(degrees: declinationFloorDegrees)
    self.declinationCoefficient = declinationCoefficient * 1e-9 * (.pi / 180)
  }

  /// WMM2025.
  public static let wmm2025 = MagneticErrorModel(
    northNanotesla: 137, eastNanotesla: 89, downNanotesla: 141, horizontalNanotesla: 133,
    totalNanotesla: 138, inclinationDegrees: 0.20, declinationFloorDegrees: 0.26,
    declinationCoefficient: 5417)

  /// WMMHR2025.
  public static let wmmhr2025 = MagneticErrorModel(
    northNanotesla: 135, eastNanotesla: 85, downNanotesla: 134, horizontalNanotesla: 130,
    totalNanotesla: 134, inclinationDegrees: 0.19, declinationFloorDegrees: 0.25,
    declinationCoefficient: 5205)

  /// WMM2020.
  public static let wmm2020 = MagneticErrorModel(
    northNanotesla: 131, eastNanotesla: 94, downNanotesla: 157, horizontalNanotesla: 128,
    totalNanotesla: 148, inclinationDegrees: 0.21, declinationFloorDegrees: 0.26,
    declinationCoefficient: 5625)

  /// WMM2015.
  public static let wmm2015 = MagneticErrorModel(
    northNanotesla: 138, eastNanotesla: 89, downNanotesla: 165, horizontalNanotesla: 133,
    totalNanotesla: 152, inclinationDegrees: 0.22, declinationFloorDegrees: 0.23,
    declinationCoefficient: 5430)

  /// The errors of the model with the name in its file's header.
  ///
  /// An unknown name, such as a later WMM, gets WMM2025's: they have changed little since 2015.
  init(modelName name: String) {
    if name.hasPrefix("WMMHR") {
      self = .wmmhr2025
    } else if name.hasPrefix("WMM-2020") {
      self = .wmm2020
    } else if name.hasPrefix("WMM-2015") {
      self = .wmm2015
    } else {
      self = .wmm2025
    }
  }
}
