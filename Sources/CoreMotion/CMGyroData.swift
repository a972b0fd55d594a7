import HeadingGeometry
import HeadingProtocol

/// A reading of the gyroscope, its offset included.
open class CMGyroData: CMLogItem {
  /// rad/s.
  private let rate: Vector3

  /// Makes a reading of nothing.
  public override init() {
    rate = .zero
    super.init()
  }

  /// Makes the data of a sample, °/s; `nil` if it is no vector.
  init?(_ sample: SampleMessage) {
    guard let rate = sample.vector else { return nil }
    self.rate = rate * Angle(degrees: 1).radians
    super.init(timestamp: sample.bootTime)
  }

  /// The angular rate, rad/s.
  open var rotationRate: CMRotationRate { CMRotationRate(x: rate.x, y: rate.y, z: rate.z) }

  /// Writes every value.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encodeVector(rate)
  }

  /// Reads what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    rate = coder.decodeVector()
    super.init(coder: coder)
  }
}
