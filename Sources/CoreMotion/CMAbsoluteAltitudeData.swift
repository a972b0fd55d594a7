/// A height above the sea.
open class CMAbsoluteAltitudeData: CMLogItem {
  /// Height above mean sea level, m.
  public let altitude: Double

  /// Its 68 % error, m.
  public let accuracy: Double

  /// The smallest change that can be told, m.
  public let precision: Double

  init(timestamp: TimeInterval, altitude: Double, accuracy: Double, precision: Double) {
    self.altitude = altitude
    self.accuracy = accuracy
    self.precision = precision
    super.init(timestamp: timestamp)
  }

  /// Writes every value.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(altitude, forKey: "altitude")
    coder.encode(accuracy, forKey: "accuracy")
    coder.encode(precision, forKey: "precision")
  }

  /// Reads what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    altitude = coder.decodeDouble(forKey: "altitude")
    accuracy = coder.decodeDouble(forKey: "accuracy")
    precision = coder.decodeDouble(forKey: "precision")
    super.init(coder: coder)
  }
}
