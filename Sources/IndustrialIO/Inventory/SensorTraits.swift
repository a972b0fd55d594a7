import HeadingGeometry
import HeadingSensing

/// IIO channel type, channel ids and unit of a kind of sensor.
struct SensorTraits {
  /// The kernel's channel type.
  let type: String

  /// The channel ids of a complete sensor.
  let channels: [String]

  /// SI units per unit of the kernel's IIO ABI.
  let toSI: Double

  /// The traits of a kind of sensor; `nil` for one without an IIO channel type.
  init?(_ kind: SensorKind) {
    switch kind {
    case .magnetometer:
      self.init(axesOf: "magn", toSI: PhysicalConstants.gauss)
    case .accelerometer: self.init(axesOf: "accel", toSI: 1)
    case .gyroscope: self.init(axesOf: "anglvel", toSI: 1)
    case .barometer: self.init(type: "pressure", channels: ["pressure"], toSI: 1000)
    case .compass:
      self.init(type: "rot", channels: ["rot_from_north_magnetic_tilt_comp"], toSI: 1)
    case .gnss: return nil
    }
  }

  private init(axesOf type: String, toSI: Double) {
    self.init(type: type, channels: ["x", "y", "z"].map { "\(type)_\($0)" }, toSI: toSI)
  }

  private init(type: String, channels: [String], toSI: Double) {
    self.type = type
    self.channels = channels
    self.toSI = toSI
  }
}

extension IIODeviceInfo {
  /// The ids of the device's channels for a kind of sensor, in axis order; empty if it has none.
  func channelIDs(for kind: SensorKind) -> [String] {
    guard let traits = SensorTraits(kind), !isTrigger else { return [] }
    let found = traits.channels.filter { channel($0)?.isReadable == true }
    if !found.isEmpty || kind != .barometer { return found }
    // A chip with several pressure cells has indexed channels: pressure0, pressure1.
    return channels.first { $0.type == "pressure" && $0.isReadable }.map { [$0.id] } ?? []
  }

  /// Factor by which the driver's scale is too small: 1, or 100 for the hmc5843 family.
  ///
  /// Linux's hmc5843 driver reports a scale of 1e7/gain nanogauss per count instead of 1e9/gain.
  /// The finest resolution of these chips is 12 bits over ±0.88 gauss, 0.43 mG, so that a scale
  /// below 0.1 mG is wrong.
  func scaleCorrection(for kind: SensorKind, scale: Double) -> Double {
    guard kind == .magnetometer, let name, scale > 0, scale < 1e-4 else { return 1 }
    let family = ["hmc5843", "hmc5883", "hmc5883l", "hmc5983"]
    return family.contains { name.hasPrefix($0) } ? 100 : 1
  }

  /// Resolution for a kind of sensor, SI units per count, after ``scaleCorrection(for:scale:)``;
  /// `nil` if the scale was not read.
  func resolution(for kind: SensorKind) -> Double? {
    guard let traits = SensorTraits(kind), let id = channelIDs(for: kind).first,
      let scale = channel(id)?.scale, scale > 0
    else { return nil }
    return scale * scaleCorrection(for: kind, scale: scale) * traits.toSI
  }
}
