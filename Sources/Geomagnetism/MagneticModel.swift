/// A model of the Earth's main magnetic field: spherical harmonics of a potential, linear in time.
///
/// Making one arranges its coefficients once; an evaluation allocates nothing. Copies share storage.
public struct MagneticModel: Sendable {
  /// The model's name, such as `WMM-2025`.
  public let name: String

  /// Decimal year the coefficients are for; their rates count from here.
  public let epoch: Double

  /// Decimal years for which the makers vouch, both ends included.
  public let validity: ClosedRange<Double>

  /// The makers' published error of each element.
  public let errorModel: MagneticErrorModel

  let expansion: HarmonicExpansion

  init(
    name: String, epoch: Double, validity: ClosedRange<Double>, errorModel: MagneticErrorModel,
    coefficients: [GaussCoefficient]
  ) {
    self.name = name
    self.epoch = epoch
    self.validity = validity
    self.errorModel = errorModel
    expansion = HarmonicExpansion(coefficients)
  }

  /// Highest degree of the expansion.
  public var degree: Int { expansion.degree }

  /// The World Magnetic Model 2025, degree 12, valid 2025.0 to 2030.0; compiled in.
  ///
  /// Source: NOAA NCEI and British Geological Survey, https://doi.org/10.25921/aqfd-sd83.
  public static let wmm2025 = MagneticModel(
    name: "WMM-2025", epoch: WMM2025Coefficients.epoch, validity: 2025...2030,
    errorModel: .wmm2025, coefficients: WMM2025Coefficients.terms)
}
