import HeadingGeometry
import HeadingProtocol

/// A reading of the magnetometer, the device's own field included.
open class CMMagnetometerData: CMLogItem {
  private let field: Vector3

  /// Makes a reading of nothing.
  public override init() {
    field = .zero
    super.init()
  }

  /// Makes the data of a sample, µT; `nil` if it is no vector.
  init?(_ sample: SampleMessage) {
    guard let field = sample.vector else { return nil }
    self.field = field
    super.init(timestamp: sample.bootTime)
  }

  /// The field, µT.
  open var magneticField: CMMagneticField { CMMagneticField(x: field.x, y: field.y, z: field.z) }

  /// Writes every value.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encodeVector(field)
  }

  /// Reads what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    field = coder.decodeVector()
    super.init(coder: coder)
  }
}
