public import HeadingGeometry
public import HeadingSensing

/// A calibration in a file: the parameters, and where, when and for which sensor they are valid.
///
/// The file is JSON; `calibration/profile.schema.json` describes it and `calibration/README.md`
/// explains it. The file has display units: µT, °, °C, m/s², rad/s.
public struct CalibrationProfile: Sendable, Hashable {
  /// Version of the file format that is written; versions 1 and 2 are read.
  public static let currentVersion = 2

  /// Number of earlier calibrations in a profile's history.
  public static let keptHistory = 16

  /// The sensor; `nil` for a profile that is valid for any.
  public var sensor: SensorIdentity?

  /// Whether it was made with simulated sensors; it is then refused for real ones.
  public var isSimulated = false

  /// Mount matrix at the time of the calibration; `nil` if unknown.
  public var mount: MountMatrix?

  /// The magnetic model of the reference field, such as `WMM2025`.
  public var model: String?

  /// That model's epoch, a decimal year.
  public var modelEpoch: Double?

  /// Fraction of the sphere of directions that the samples cover, 0…1.
  public var coverage: Double?

  /// The calibration model, such as `ellipsoid`.
  public var rung: String?

  /// Number of samples in the fit.
  public var samplesUsed: Int?

  /// The parameters that the engine applies, with time, place and temperature of the calibration.
  public var parameters: CalibrationParameters

  /// Earlier calibrations of this sensor, newest first.
  public var history: [PastCalibration] = []

  /// Creates a profile of parameters without metadata.
  public init(parameters: CalibrationParameters) { self.parameters = parameters }

  /// Time of the calibration.
  public var created: UniversalTime? {
    get { parameters.origin.created }
    set { parameters.origin.created = newValue }
  }

  /// Position of the calibration.
  public var place: Coordinate? {
    get { parameters.origin.coordinate }
    set { parameters.origin.coordinate = newValue }
  }

  /// Field strength the calibration scales to, T.
  public var fieldStrength: Double? {
    get { parameters.origin.fieldStrength }
    set { parameters.origin.fieldStrength = newValue }
  }

  /// Inclination of the field at that position, positive down.
  public var inclination: Angle? {
    get { parameters.origin.inclination }
    set { parameters.origin.inclination = newValue }
  }

  /// Range of the sensor's temperature during the calibration, K.
  public var temperatures: ClosedRange<Double>? {
    get { parameters.origin.temperatures }
    set { parameters.origin.temperatures = newValue }
  }

  /// The parameters under another mount matrix, and whether they were rotated.
  ///
  /// With R from the old body frame to the new one: h' = R·h, S' = R·S·Rᵀ.
  public func parameters(
    under mount: MountMatrix
  ) -> (parameters: CalibrationParameters, isRotated: Bool) {
    guard let old = self.mount, old != mount else { return (parameters, false) }
    let turn = mount.matrix * old.matrix.transposed
    var turned = parameters
    turned.hardIron = turn * parameters.hardIron
    turned.softIron = turn * parameters.softIron * turn.transposed
    turned.load?.field = turn * (parameters.load?.field ?? .zero)
    turned.temperature?.field = turn * (parameters.temperature?.field ?? .zero)
    turned.accelerometerBias = turn * parameters.accelerometerBias
    turned.accelerometerScale = turn * parameters.accelerometerScale * turn.transposed
    turned.gyroscopeBias = turn * parameters.gyroscopeBias
    return (turned, true)
  }
}
