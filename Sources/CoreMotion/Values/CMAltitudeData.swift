/// A relative altitude and the air pressure.
open class CMAltitudeData: CMLogItem {
  private let height: Double
  private let kilopascals: Double

  /// Creates data with altitude and pressure 0.
  public override init() {
    (height, kilopascals) = (0, 0)
    super.init()
  }

  init(timestamp: TimeInterval, relativeAltitude: Double, pressure: Double) {
    height = relativeAltitude
    kilopascals = pressure
    super.init(timestamp: timestamp)
  }

  /// Altitude relative to the first update after the start, m, positive up.
  open var relativeAltitude: NSNumber { NSNumber(value: height) }

  /// Air pressure, kPa.
  open var pressure: NSNumber { NSNumber(value: kilopascals) }

  /// Altitude, pressure and time on one line.
  open override var description: String {
    String(
      format: "Altitude %f Pressure %f @ %f", relativeAltitude.doubleValue, pressure.doubleValue,
      timestamp)
  }

  /// Encodes all values.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(height, forKey: "relativeAltitude")
    coder.encode(kilopascals, forKey: "pressure")
  }

  /// Decodes the data; values missing in the archive are 0.
  public required init?(coder: NSCoder) {
    height = coder.decodeDouble(forKey: "relativeAltitude")
    kilopascals = coder.decodeDouble(forKey: "pressure")
    super.init(coder: coder)
  }
}
