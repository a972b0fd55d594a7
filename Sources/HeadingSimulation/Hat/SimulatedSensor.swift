public import HeadingGeometry

/// One sensor on a simulated chip: what it measures, how well, how it is mounted.
public struct SimulatedSensor: Sendable, Hashable {
  /// The IIO name of the device it belongs to, such as `lsm9ds1_magn`.
  public var device: String

  /// What it measures.
  public var quantity: SimulatedQuantity

  /// Samples a second that a service asks of it, Hz.
  public var rate: Double

  /// The chip's axes in the body frame.
  public var mount: MountMatrix

  /// SI units in one count.
  public var resolution: Double

  /// The counts it can give; beyond them it stays at the end.
  public var counts: ClosedRange<Int>

  /// What it does wrong.
  public var errors: SensorErrors

  /// Makes a sensor; counts are those of 16 bits unless given.
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

  /// What distinguishes its noise from every other sensor's.
  var noiseStream: UInt64 { SimulatedNoise.stream(device + "/" + quantity.rawValue) }

  /// The value in whole counts of `resolution`, limited to the range.
  func quantized(_ value: Double) -> Double {
    let count = (value / resolution).rounded()
    return min(max(count, Double(counts.lowerBound)), Double(counts.upperBound)) * resolution
  }
}
