/// An altitude above mean sea level.
open class CMAbsoluteAltitudeData: CMLogItem {
  private let values: (altitude: Double, accuracy: Double, precision: Double)

  /// Creates data with altitude, accuracy and precision 0.
  public override init() {
    values = (0, 0, 0)
    super.init()
  }

  init(timestamp: TimeInterval, altitude: Double, accuracy: Double, precision: Double) {
    values = (altitude, accuracy, precision)
    super.init(timestamp: timestamp)
  }

  /// Altitude above mean sea level, m.
  open var altitude: Double { values.altitude }

  /// 68 % error of the altitude, m.
  open var accuracy: Double { values.accuracy }

  /// Resolution of the altitude, m; 0.001 from an altimeter.
  open var precision: Double { values.precision }

  /// Altitude, accuracy, precision and time on one line.
  open override var description: String {
    String(
      format: "Altitude %f Accuracy %f Precision %f @ %f", altitude, accuracy, precision, timestamp)
  }

  /// Encodes all values.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(altitude, forKey: "altitude")
    coder.encode(accuracy, forKey: "accuracy")
    coder.encode(precision, forKey: "precision")
  }

  /// Decodes the data; values missing in the archive are 0.
  public required init?(coder: NSCoder) {
    values = (
      coder.decodeDouble(forKey: "altitude"), coder.decodeDouble(forKey: "accuracy"),
      coder.decodeDouble(forKey: "precision")
    )
    super.init(coder: coder)
  }
}
