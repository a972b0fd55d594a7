/// A height above the sea.
open class CMAbsoluteAltitudeData: CMLogItem {
  private let values: (altitude: Double, accuracy: Double, precision: Double)

  /// Makes a reading of nothing.
  public override init() {
    values = (0, 0, 0)
    super.init()
  }

  init(timestamp: TimeInterval, altitude: Double, accuracy: Double, precision: Double) {
    values = (altitude, accuracy, precision)
    super.init(timestamp: timestamp)
  }

  /// Height above mean sea level, m.
  open var altitude: Double { values.altitude }

  /// Its 68 % error, m.
  open var accuracy: Double { values.accuracy }

  /// The smallest change that can be told, m.
  open var precision: Double { values.precision }

  /// Writes every value.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(altitude, forKey: "altitude")
    coder.encode(accuracy, forKey: "accuracy")
    coder.encode(precision, forKey: "precision")
  }

  /// Reads what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    values = (
      coder.decodeDouble(forKey: "altitude"), coder.decodeDouble(forKey: "accuracy"),
      coder.decodeDouble(forKey: "precision")
    )
    super.init(coder: coder)
  }
}
