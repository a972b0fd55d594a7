public import HeadingGeometry

/// A sensor of a simulated chip: quantity, rate, mount matrix and errors.
public struct SimulatedSensor: Sendable, Hashable {
  /// The IIO name of the device it belongs to, such as `lsm9ds1_magn`.
  public var device: String

  /// The measured quantity.
  public var quantity: SimulatedQuantity

  /// Sampling rate, Hz.
  public var rate: Double

  /// Rotation from chip axes to the body frame.
  public var mount: MountMatrix

  /// Resolution, SI units per count.
  public var resolution: Double

  /// Range of the counts; values outside are clipped.
  public var counts: ClosedRange<Int>

  /// Its errors.
  public var errors: SensorErrors

  /// Creates a sensor; by default the counts have 16 bits.
  public init(
    device: String, quantity: SimulatedQuantity, rate: Double, mount: MountMatrix = .identity,
    resolution: Double, counts: ClosedRange<Int> = -32768...32767, errors: SensorErrors
  ) {
    self.device = device
    self.quantity = quantity
    self.rate = rate
    self.mount = mount
    self.resolution = resolution
    self.counts = counts
    self.errors = errors
  }

  /// Noise stream, different for every sensor.
  var noiseStream: UInt64 { SimulatedNoise.stream(device + "/" + quantity.rawValue) }

  /// The value rounded to the resolution and clipped to the range.
  func quantized(_ value: Double) -> Double {
    let count = (value / resolution).rounded()
    return min(max(count, Double(counts.lowerBound)), Double(counts.upperBound)) * resolution
  }
}
