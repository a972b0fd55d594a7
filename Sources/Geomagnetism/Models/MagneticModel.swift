/// A model of the Earth's main magnetic field: spherical harmonics of a potential, linear in time.
///
/// Initialization arranges the coefficients; an evaluation allocates nothing. Copies share storage.
public struct MagneticModel: Sendable {
  /// The model's name, such as `WMM-2025`.
  public let name: String

  /// Published validity, decimal years, both ends included.
  public let validity: ClosedRange<Double>

  /// Published error of each element.
  public let errorModel: MagneticErrorModel

  /// The time intervals, in order; never empty.
  let pieces: [MagneticModelPiece]

  init(
    name: String, validity: ClosedRange<Double>, errorModel: MagneticErrorModel,
    pieces: [MagneticModelPiece]
  ) {
    self.name = name
    self.validity = validity
    self.errorModel = errorModel
    self.pieces = pieces
  }

  /// Highest degree of the expansion.
  public var degree: Int { pieces.reduce(0) { max($0, $1.expansion.shape.degree) } }

  /// Decimal year of the first coefficients, the reference time of a single-interval model's rates.
  public var epoch: Double { pieces[0].epoch }

  /// The World Magnetic Model 2025, degree 12, valid 2025.0 to 2030.0; compiled in.
  ///
  /// Source: NOAA NCEI and British Geological Survey, https://doi.org/10.25921/aqfd-sd83.
  public static let wmm2025 = MagneticModel(
    name: "WMM-2025", validity: 2025...2030, errorModel: .wmm2025,
    pieces: [
      MagneticModelPiece(
        epoch: WMM2025Coefficients.epoch, coefficients: WMM2025Coefficients.terms)
    ])
}
