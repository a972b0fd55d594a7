public import HeadingGeometry

/// Why a motion does not determine a sensor's axes.
public enum AlignmentRefusal: Error, Hashable, Sendable {
  /// The accelerometer delivered nothing.
  case noAccelerometer

  /// The gyroscope delivered nothing; the others are compared over its rotations.
  case noGyroscope

  /// The magnetometer delivered nothing.
  case noMagnetometer

  /// Too few rotations of 20°.
  case tooShort

  /// Rotations about one axis only.
  case oneAxis

  /// The device was moved so fast that the accelerometer does not show the vertical.
  case accelerated

  /// The field changed with the place: iron or a magnet is near.
  case disturbed

  /// The estimate's 1σ is too large.
  case uncertain(Angle)

  /// Whether the Earth's field points up or down is unknown, and with it the sign of all three axes.
  case unknownDip

  /// The field is nearly horizontal, so that its dip does not show the sign of the axes.
  case levelField
}

extension AlignmentRefusal {
  /// Whether more motion cannot change it.
  public var isFinal: Bool {
    switch self {
    case .noAccelerometer, .noGyroscope, .noMagnetometer, .unknownDip, .levelField: true
    case .tooShort, .oneAxis, .accelerated, .disturbed, .uncertain: false
    }
  }
}

extension AlignmentRefusal: CustomStringConvertible {
  /// What is missing and what to do.
  public var description: String {
    switch self {
    case .noAccelerometer: "the accelerometer delivered nothing; see `compass doctor`"
    case .noGyroscope:
      "without a gyroscope the motion does not show it; give its matrix with --mount"
    case .noMagnetometer: "the magnetometer delivered nothing; see `compass doctor`"
    case .tooShort: "too little motion; turn the device about all its axes for half a minute"
    case .oneAxis: "it was turned about one axis only; turn it about all its axes"
    case .accelerated: "it was shaken or moved fast; turn it slowly, about its own middle"
    case .disturbed: "the field was disturbed; turn it away from iron and magnets"
    case .uncertain(let deviation):
      "uncertain by \(Int(min(max(deviation.degrees.rounded(), 1), 180))) degrees; turn it longer, about "
        + "all its axes"
    case .unknownDip:
      "the place is unknown, and with it whether the Earth's field points down or up; give --latitude "
        + "and --longitude"
    case .levelField: "near the magnetic equator the field's dip does not show it"
    }
  }
}
