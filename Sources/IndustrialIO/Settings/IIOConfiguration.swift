public import HeadingGeometry
public import HeadingSensing

/// Settings for the sensors of IIO contexts; the defaults suit a sensor board on a Raspberry Pi.
public struct IIOConfiguration: Sendable, Hashable {
  /// How samples are read.
  public enum Reading: Sendable, Hashable {
    /// Through buffers where they work, else by polling.
    case automatic

    /// Only through buffers; a device without one is reported as failed.
    case buffered

    /// Only by polling attributes.
    case polled
  }

  /// The contexts, read as one: `local:`, `ip:HOST[:PORT]`, `usb:` or `xml:FILE`; or `file:PATH`, a
  /// file whose first line is the URI of a server that runs while the file exists.
  ///
  /// A device whose id another context before it has is left out.
  public var uris: [String]

  /// How samples are read; default automatic.
  public var reading: Reading

  /// Requested rates, Hz.
  ///
  /// The driver's lowest rate not below the request is used, else its highest. Small values save power
  /// and add latency; large ones cost processor time. Defaults, Hz: accelerometer and gyroscope 100,
  /// magnetometer 50 (with a warning under 20), barometer 25, compass 20.
  public var rates: [SensorKind: Double]

  /// Requested full scale in SI: m/s², rad/s, T.
  ///
  /// The driver's smallest range not below the request is used, else its largest; a kind without an
  /// entry keeps the driver's range. Small ranges have finer resolution and clip earlier.
  /// Defaults: accelerometer 39 m/s² (4 g), gyroscope 8.7 rad/s (500 °/s), magnetometer 200 µT.
  public var ranges: [SensorKind: Double]

  /// The device to use for a kind, by id, name or label; for others ``IIOSelection`` chooses.
  public var devices: [SensorKind: String]

  /// Kinds that are not read at all.
  public var disabled: Set<SensorKind>

  /// Replaces every mount matrix of the drivers; `nil` keeps them.
  public var mount: MountMatrix?

  /// Replaces the mount matrix of one kind; takes precedence over ``mount``.
  public var mounts: [SensorKind: MountMatrix]

  /// The channel that measures the vehicle's electrical load; `nil` for none.
  public var load: LoadChannel?

  /// Whether the temperatures of the chips are delivered, about once a second.
  public var deliversTemperature: Bool

  /// Degrees per unit of a compass channel's (raw + offset) · scale; default 1.
  ///
  /// The kernel's HID driver loses the unit exponent, so some devices report units of 0.1° or 0.00001°.
  public var compassDegreesPerUnit: Double

  /// The contexts of this machine: the kernel's devices, and those of `headingd-bridge.service` while
  /// it runs.
  public static let thisMachine = ["local:", "file:/run/headingd-bridge/uri"]

  /// Makes a configuration of one context.
  public init(uri: String) { self.init(uris: [uri]) }

  /// Makes a configuration.
  public init(uris: [String] = Self.thisMachine) {
    self.uris = uris
    reading = .automatic
    rates = [
      .accelerometer: 100, .gyroscope: 100, .magnetometer: 50, .barometer: 25, .compass: 20,
    ]
    ranges = [.accelerometer: 39, .gyroscope: 8.7, .magnetometer: 200e-6]
    devices = [:]
    disabled = []
    mount = nil
    mounts = [:]
    load = nil
    deliversTemperature = true
    compassDegreesPerUnit = 1
  }

  /// Whether this machine's devices are among those read.
  public var isLocal: Bool { addresses.contains(where: \.isLocal) }

  /// The contexts for messages: those that can be reached by a URI at present.
  public var name: String {
    let present = addresses.compactMap(\.uri)
    return (present.isEmpty ? uris : present).joined(separator: ", ")
  }

  var addresses: [ContextAddress] { uris.map { ContextAddress($0) } }

  /// Uses the mount matrices that a user chose; `nil` keeps the drivers'.
  public mutating func use(_ choice: MountChoice?) {
    mount = choice?.common
    mounts = choice?.own ?? [:]
  }

  /// The kinds of sensor an IIO context can contain, in the order of selection.
  public static let kinds: [SensorKind] = [
    .gyroscope, .accelerometer, .magnetometer, .barometer, .compass,
  ]
}
