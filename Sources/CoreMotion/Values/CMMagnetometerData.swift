import HeadingGeometry
import HeadingProtocol

/// A reading of the magnetometer, uncalibrated: it includes the device's own field.
open class CMMagnetometerData: CMLogItem {
  private let field: Vector3

  /// Creates a reading of 0.
  public override init() {
    field = .zero
    super.init()
  }

  /// Creates the reading of a sample, µT; `nil` unless it has three axes.
  init?(_ sample: SampleMessage) {
    guard let field = sample.vector else { return nil }
    self.field = field
    super.init(timestamp: sample.bootTime)
  }

  /// Magnetic field on the device's axes, µT.
  open var magneticField: CMMagneticField { CMMagneticField(x: field.x, y: field.y, z: field.z) }

  /// The components and the time on one line.
  open override var description: String {
    let (value, time) = (magneticField, timestamp)
    return String(format: "x %f y %f z %f @ %f", value.x, value.y, value.z, time)
  }

  /// Encodes all values.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encodeVector(field)
  }

  /// Decodes the reading; values missing in the archive are 0.
  public required init?(coder: NSCoder) {
    field = coder.decodeVector()
    super.init(coder: coder)
  }
}
