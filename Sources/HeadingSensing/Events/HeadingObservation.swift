public import HeadingGeometry

/// A heading of the body's forward axis from an external source.
public struct HeadingObservation: Sendable, Hashable {
  /// The heading with its reference.
  public enum Value: Sendable, Hashable {
    /// From a device's own magnetometer, tilt-compensated (HID compass).
    case magnetic(Heading<MagneticNorth>)

    /// From two antennas or another source that measures true north.
    case geographic(Heading<TrueNorth>)
  }

  /// Time of validity.
  public var time: BootTime

  /// The heading.
  public var value: Value

  /// 68 % error, if the source states one.
  public var accuracy: Angle?

  /// Creates an observation.
  public init(time: BootTime, value: Value, accuracy: Angle?) {
    self.time = time
    self.value = value
    self.accuracy = accuracy
  }
}
