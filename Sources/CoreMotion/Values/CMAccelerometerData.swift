import HeadingGeometry
import HeadingProtocol

/// A reading of the accelerometer, uncalibrated.
open class CMAccelerometerData: CMLogItem {
  /// Acceleration in g, with Core Motion's sign: minus the specific force.
  private let reading: Vector3

  /// Creates a reading of 0.
  public override init() {
    reading = .zero
    super.init()
  }

  /// Creates the reading of a sample of specific force, m/s²; `nil` unless it has three axes.
  init?(_ sample: SampleMessage) {
    guard let force = sample.vector else { return nil }
    reading = -force / PhysicalConstants.standardGravity
    super.init(timestamp: sample.bootTime)
  }

  /// Sum of gravity and user acceleration on the device's axes, g; (0, 0, −1) at rest face up.
  ///
  /// The sign is that of Apple's framework; the accelerometer's calibration is not applied.
  open var acceleration: CMAcceleration {
    CMAcceleration(x: reading.x, y: reading.y, z: reading.z)
  }

  /// The components and the time on one line.
  open override var description: String {
    let (value, time) = (acceleration, timestamp)
    return String(format: "x %f y %f z %f @ %f", value.x, value.y, value.z, time)
  }

  /// Encodes all values.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encodeVector(reading)
  }

  /// Decodes the reading; values missing in the archive are 0.
  public required init?(coder: NSCoder) {
    reading = coder.decodeVector()
    super.init(coder: coder)
  }
}
