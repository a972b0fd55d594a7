public import HeadingGeometry
public import HeadingSensing

/// A calibration as it is kept in a file: the numbers, and where, when and for what they hold.
///
/// The file is JSON; `calibration/profile.schema.json` describes it and `calibration/README.md`
/// explains it. Units in the file are those people read: µT, °, °C, m/s², rad/s.
public struct CalibrationProfile: Sendable, Hashable {
  /// The version of the file format this code writes and reads.
  public static let currentVersion = 1

  /// Which sensor the calibration belongs to.
  public struct Sensor: Sendable, Hashable {
    /// The chip's name as the driver tells it, such as `lsm9ds1_magn`.
    public var name: String

    /// The device's label, if it has one.
    public var label: String?

    /// Makes a sensor identity.
    public init(name: String, label: String? = nil) {
      self.name = name
      self.label = label
    }
  }

  /// The sensor; `nil` for a profile that fits any.
  public var sensor: Sensor?

  /// When it was made.
  public var created: UniversalTime?

  /// Where it was made.
  public var place: Coordinate?

  /// Mount matrix that was in force when it was made; `nil` if the profile does not say.
  public var mount: MountMatrix?

  /// Field strength the calibration scales to, T.
  public var fieldStrength: Double?

  /// Inclination of the field where it was made, positive down.
  public var inclination: Angle?

  /// The numbers the engine applies.
  public var parameters: CalibrationParameters

  /// Makes a profile of the numbers alone.
  public init(parameters: CalibrationParameters) { self.parameters = parameters }

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
    turned.accelerometerBias = turn * parameters.accelerometerBias
    turned.accelerometerScale = turn * parameters.accelerometerScale * turn.transposed
    turned.gyroscopeBias = turn * parameters.gyroscopeBias
    return (turned, true)
  }
}
