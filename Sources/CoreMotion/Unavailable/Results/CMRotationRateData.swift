/// A rotation rate; delivered by no service on Linux.
open class CMRotationRateData: CMLogItem {
  /// Rate, rad/s; NaN without a measurement.
  open var rotationRate: CMRotationRate { CMRotationRate(x: .nan, y: .nan, z: .nan) }
}
