import HeadingProtocol

/// A reading of the magnetometer, the device's own field included.
open class CMMagnetometerData: CMLogItem {
  /// The field, µT.
  public let magneticField: CMMagneticField

  init(timestamp: TimeInterval, magneticField: CMMagneticField) {
    self.magneticField = magneticField
    super.init(timestamp: timestamp)
  }

  /// Makes the data of a sample; `nil` if it is no vector.
  convenience init?(_ sample: SampleMessage) {
    guard sample.values.count == 3 else { return nil }
    self.init(
      timestamp: sample.bootTime,
      magneticField: CMMagneticField(
        x: sample.values[0], y: sample.values[1], z: sample.values[2]))
  }

  /// Writes every value.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(magneticField.x, forKey: "x")
    coder.encode(magneticField.y, forKey: "y")
    coder.encode(magneticField.z, forKey: "z")
  }

  /// Reads what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    magneticField = CMMagneticField(
      x: coder.decodeDouble(forKey: "x"), y: coder.decodeDouble(forKey: "y"),
      z: coder.decodeDouble(forKey: "z"))
    super.init(coder: coder)
  }
}
