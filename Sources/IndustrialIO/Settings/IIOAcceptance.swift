public import HeadingClock
public import HeadingSensing

/// Settings of a device as its driver accepted them, read back after writing.
public struct IIOAcceptance: Sendable, Hashable {
  /// How the device is read.
  public enum Reading: Sendable, Hashable {
    /// Through a buffer; with the trigger's name if it needs one.
    case buffered(trigger: String?)

    /// By polling attributes, with the reason.
    case polled(because: String)
  }

  /// Settings of one kind of sensor.
  public struct Setting: Sendable, Hashable {
    /// The kind of sensor.
    public var kind: SensorKind

    /// Requested rate, Hz.
    public var requestedRate: Double

    /// Rate that the driver reports, Hz; `nil` if it has no such attribute.
    public var rate: Double?

    /// Resolution, SI units per count, after correction of the scale.
    public var resolution: Double

    /// Full scale in SI; `nil` if the sample format is unknown.
    public var range: Double?

    /// Factor by which the driver's scale was too small; 1 if it was correct.
    public var scaleCorrection: Double
  }

  /// The device: id and name.
  public var device: String

  /// How it is read.
  public var reading: Reading

  /// Source of its times.
  public var timing: SampleTiming

  /// Settings of each kind of sensor it serves.
  public var settings: [Setting]
}
