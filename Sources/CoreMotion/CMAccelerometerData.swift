import HeadingGeometry
import HeadingProtocol

/// A reading of the accelerometer.
open class CMAccelerometerData: CMLogItem {
  /// g, Core Motion's sign.
  private let reading: Vector3

  /// Makes a reading of nothing.
  public override init() {
    reading = .zero
    super.init()
  }

  /// Makes the data of a sample, m/s² away from what pulls; `nil` if it is no vector.
  init?(_ sample: SampleMessage) {
    guard let force = sample.vector else { return nil }
    reading = -force / PhysicalConstants.standardGravity
    super.init(timestamp: sample.bootTime)
  }

  /// Gravity and what the user does together, g: (0, 0, −1) at rest face up.
  ///
  /// The accelerometer's calibration is not in it.
  open var acceleration: CMAcceleration {
    CMAcceleration(x: reading.x, y: reading.y, z: reading.z)
  }

  /// Writes every value.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encodeVector(reading)
  }

  /// Reads what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    reading = coder.decodeVector()
    super.init(coder: coder)
  }
}
