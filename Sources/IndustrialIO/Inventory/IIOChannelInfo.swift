/// A channel of a device, as plain values.
public struct IIOChannelInfo: Sendable, Hashable {
  /// The id, such as `magn_x`.
  public var id: String

  /// Whether it is an output channel.
  public var isOutput: Bool

  /// Its index in a sample; `nil` if it cannot be read through a buffer.
  public var scanIndex: Int?

  /// Format of its samples in a buffer; `nil` without ``scanIndex``.
  public var format: SampleFormat?

  /// Its attributes.
  public var attributes: [IIOAttribute]

  /// Makes a channel.
  public init(
    id: String, isOutput: Bool = false, scanIndex: Int? = nil, format: SampleFormat? = nil,
    attributes: [IIOAttribute] = []
  ) {
    self.id = id
    self.isOutput = isOutput
    self.scanIndex = scanIndex
    self.format = format
    self.attributes = attributes
  }

  /// The channel type: `magn`, `accel`, `anglvel`, `pressure`, `temp`, `rot`, `timestamp` ...
  public var type: String { String(id.prefix { $0.isLetter }) }

  /// The channel modifier: `x`, `from_north_magnetic_tilt_comp` ...; `nil` if there is none.
  public var modifier: String? {
    guard let underscore = id.firstIndex(of: "_") else { return nil }
    return String(id[id.index(after: underscore)...])
  }

  /// The unit of (raw + offset) · scale by the kernel's ABI (Documentation/ABI/testing/sysfs-bus-iio).
  public var unit: String? {
    switch type {
    case "magn": "gauss"
    case "accel", "gravity": "m/s²"
    case "anglvel": "rad/s"
    case "pressure": "kPa"
    case "temp": "m°C"
    case "rot": modifier == "quaternion" ? nil : "°"
    case "incli": "°"
    case "timestamp": "ns"
    case "humidityrelative": "m%"
    case "voltage", "altvoltage": "mV"
    case "current": "mA"
    case "illuminance": "lx"
    default: nil
    }
  }

  /// The attribute of this name.
  public func attribute(_ name: String) -> IIOAttribute? {
    attributes.first { $0.name == name }
  }

  /// Scale factor, ABI units per count; `nil` if it was not or cannot be read.
  public var scale: Double? { attribute("scale")?.number }

  /// Offset added to the raw value, counts; 0 if the channel has none.
  public var offset: Double { attribute("offset")?.number ?? 0 }

  /// Whether a value can be read from it: through a buffer, or as `raw` or `input`.
  public var isReadable: Bool {
    !isOutput && (scanIndex != nil || attribute("raw") != nil || attribute("input") != nil)
  }
}
