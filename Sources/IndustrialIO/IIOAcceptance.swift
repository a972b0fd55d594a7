public import HeadingSensing

/// What a driver accepted of the wishes for a device, read back after writing.
public struct IIOAcceptance: Sendable, Hashable {
  /// How the device is read.
  public enum Reading: Sendable, Hashable {
    /// Through a buffer; with the trigger's name if it needs one.
    case buffered(trigger: String?)

    /// By polling attributes, for this reason.
    case polled(because: String)
  }

  /// Where the samples' times come from.
  public enum Timing: String, Sendable, Hashable {
    /// Kernel stamps on the boottime clock.
    case kernelBoottime = "kernel stamps, boottime"

    /// Kernel stamps on another or a remote clock, mapped to boottime by their arrival.
    case kernelMapped = "kernel stamps, mapped by arrival"

    /// The time of arrival.
    case arrival = "time of arrival"
  }

  /// What holds for one kind of sensor.
  public struct Setting: Sendable, Hashable {
    /// The kind of sensor.
    public var kind: SensorKind

    /// Samples per second wished.
    public var wishedRate: Double

    /// Samples per second the driver reports; `nil` if it has no such attribute.
    public var rate: Double?

    /// SI per count, after correction.
    public var resolution: Double

    /// Full scale in SI; `nil` if the sample format is unknown.
    public var range: Double?

    /// How many times too small the driver's scale was; 1 if it was right.
    public var scaleCorrection: Double
  }

  /// The device: id and name.
  public var device: String

  /// How it is read.
  public var reading: Reading

  /// Where its times come from.
  public var timing: Timing

  /// What holds for each kind it serves.
  public var settings: [Setting]
}
