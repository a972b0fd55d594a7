import HeadingGeometry
import HeadingProtocol

/// A reading of the gyroscope, uncorrected for its bias.
open class CMGyroData: CMLogItem {
  /// Angular rate, rad/s.
  private let rate: Vector3

  /// Creates a reading of 0.
  public override init() {
    rate = .zero
    super.init()
  }

  /// Creates the reading of a sample, °/s; `nil` unless it has three axes.
  init?(_ sample: SampleMessage) {
    guard let rate = sample.vector else { return nil }
    self.rate = rate * Angle(degrees: 1).radians
    super.init(timestamp: sample.bootTime)
  }

  /// Angular rate about the device's axes, rad/s.
  open var rotationRate: CMRotationRate { CMRotationRate(x: rate.x, y: rate.y, z: rate.z) }

  /// The components and the time on one line.
  open override var description: String {
    let (value, time) = (rotationRate, timestamp)
    return String(format: "x %f y %f z %f @ %f", value.x, value.y, value.z, time)
  }

  /// Encodes all values.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encodeVector(rate)
  }

  /// Decodes the reading; values missing in the archive are 0.
  public required init?(coder: NSCoder) {
    rate = coder.decodeVector()
    super.init(coder: coder)
  }
}
