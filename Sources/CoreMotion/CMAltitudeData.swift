/// A change of height and the pressure.
open class CMAltitudeData: CMLogItem {
  private let height: Double
  private let kilopascals: Double

  /// Makes a reading of nothing.
  public override init() {
    (height, kilopascals) = (0, 0)
    super.init()
  }

  init(timestamp: TimeInterval, relativeAltitude: Double, pressure: Double) {
    height = relativeAltitude
    kilopascals = pressure
    super.init(timestamp: timestamp)
  }

  /// Height above the first event of this run of updates, m.
  open var relativeAltitude: NSNumber { NSNumber(value: height) }

  /// Pressure, kPa.
  open var pressure: NSNumber { NSNumber(value: kilopascals) }

  /// Writes every value.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(height, forKey: "relativeAltitude")
    coder.encode(kilopascals, forKey: "pressure")
  }

  /// Reads what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    height = coder.decodeDouble(forKey: "relativeAltitude")
    kilopascals = coder.decodeDouble(forKey: "pressure")
    super.init(coder: coder)
  }
}
