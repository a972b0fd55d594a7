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

  /// Mount matrices of magnetometer, accelerometer and gyroscope at the time of the calibration; an
  /// unknown one is missing.
  public var mounts: [SensorKind: MountMatrix] = [:]

  /// The magnetometer's; `nil` if unknown.
  public var mount: MountMatrix? {
    get { mounts[.magnetometer] }
    set { mounts[.magnetometer] = newValue }
  }

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

  /// The parameters under other mount matrices, and whether they were rotated.
  ///
  /// With R from the old body frame of a sensor to its new one: h' = R·h, S' = R·S·Rᵀ. If the old
  /// matrix of the accelerometer or the gyroscope is unknown (older profiles have only the
  /// magnetometer's), its change is assumed to be the magnetometer's, as when the device was turned;
  /// a reflection is the magnetometer's alone.
  public func parameters(
    under new: [SensorKind: MountMatrix]
  ) -> (parameters: CalibrationParameters, isRotated: Bool) {
    var turned = parameters
    let field = change(of: .magnetometer, to: new)
    if let field {
      turned.hardIron = field * parameters.hardIron
      turned.softIron = field * parameters.softIron * field.transposed
      turned.load?.field = field * (parameters.load?.field ?? .zero)
      turned.temperature?.field = field * (parameters.temperature?.field ?? .zero)
    }
    let common = field.flatMap { $0.determinant > 0 ? $0 : nil }
    let force = mounts[.accelerometer] == nil ? common : change(of: .accelerometer, to: new)
    if let force {
      turned.accelerometerBias = force * parameters.accelerometerBias
      turned.accelerometerScale = force * parameters.accelerometerScale * force.transposed
    }
    let rate = mounts[.gyroscope] == nil ? common : change(of: .gyroscope, to: new)
    if let rate { turned.gyroscopeBias = rate * parameters.gyroscopeBias }
    return (turned, turned != parameters || field != nil)
  }

  /// From a sensor's old body frame to its new one; `nil` if its mount matrix is the same or unknown.
  private func change(of kind: SensorKind, to new: [SensorKind: MountMatrix]) -> Matrix3? {
    guard let old = mounts[kind], let mount = new[kind], old != mount else { return nil }
    return mount.matrix * old.matrix.transposed
  }
}
