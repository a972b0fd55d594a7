public import HeadingGeometry
public import HeadingSensing

/// A calibration as it is kept in a file: the numbers, and where, when and for what they hold.
///
/// The file is JSON; `calibration/profile.schema.json` describes it and `calibration/README.md`
/// explains it. Units in the file are those people read: µT, °, °C, m/s², rad/s.
public struct CalibrationProfile: Sendable, Hashable {
  /// The version of the file format this code writes; versions 1 and 2 are read.
  public static let currentVersion = 2

  /// How many earlier calibrations a profile remembers.
  public static let keptHistory = 16

  /// The sensor; `nil` for a profile that fits any.
  public var sensor: SensorIdentity?

  /// Whether it was made of simulated sensors; no other sensor takes it.
  public var isSimulated = false

  /// Mount matrix that was in force when it was made; `nil` if the profile does not say.
  public var mount: MountMatrix?

  /// The magnetic model that told field strength and inclination, such as `WMM2025`.
  public var model: String?

  /// That model's epoch, a decimal year.
  public var modelEpoch: Double?

  /// Share of the directions that the samples covered, 0…1.
  public var coverage: Double?

  /// What was fitted, such as `ellipsoid`: the rung of the ladder.
  public var rung: String?

  /// How many samples were used.
  public var samplesUsed: Int?

  /// The numbers the engine applies, with when, where and how warm it was.
  public var parameters: CalibrationParameters

  /// The calibrations of this sensor before this one, the newest first.
  public var history: [PastCalibration] = []

  /// Makes a profile of the numbers alone.
  public init(parameters: CalibrationParameters) { self.parameters = parameters }

  /// When it was made.
  public var created: UniversalTime? {
    get { parameters.origin.created }
    set { parameters.origin.created = newValue }
  }

  /// Where it was made.
  public var place: Coordinate? {
    get { parameters.origin.coordinate }
    set { parameters.origin.coordinate = newValue }
  }

  /// Field strength the calibration scales to, T.
  public var fieldStrength: Double? {
    get { parameters.origin.fieldStrength }
    set { parameters.origin.fieldStrength = newValue }
  }

  /// Inclination of the field where it was made, positive down.
  public var inclination: Angle? {
    get { parameters.origin.inclination }
    set { parameters.origin.inclination = newValue }
  }

  /// The chip's temperatures while it was made, K.
  public var temperatures: ClosedRange<Double>? {
    get { parameters.origin.temperatures }
    set { parameters.origin.temperatures = newValue }
  }

  /// The numbers for a sensor under another mount matrix, and whether they had to be turned.
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
