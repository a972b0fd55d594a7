/// Where the device points.
///
/// Of the top of the device (+y), or as `headingOrientation` says. Above 75° elevation of that axis the
/// heading is that of the back of the device (nose up) or of its screen (nose down).
open class CLHeading: NSObject, NSCopying, NSSecureCoding {
  private let values: HeadingValues

  /// Makes a heading of which nothing is known.
  public override init() {
    values = HeadingValues()
    super.init()
  }

  init(_ values: HeadingValues) {
    self.values = values
    super.init()
  }

  /// Degrees clockwise from magnetic north, 0 <= value < 360; means nothing while ``headingAccuracy`` is negative.
  open var magneticHeading: CLLocationDirection { values.magneticHeading }

  /// Degrees clockwise from true north, 0 <= value < 360; negative if it is not known, which needs a location.
  open var trueHeading: CLLocationDirection { values.trueHeading }

  /// The largest deviation of the magnetic heading, degrees: the 95 % bound; negative if it is invalid.
  open var headingAccuracy: CLLocationDirection { values.headingAccuracy }

  /// The calibrated field along the device's right side, µT.
  open var x: CLHeadingComponentValue { values.x }

  /// The calibrated field along the device's top, µT.
  open var y: CLHeadingComponentValue { values.y }

  /// The calibrated field out of the screen, µT.
  open var z: CLHeadingComponentValue { values.z }

  /// When the field was measured.
  open var timestamp: Date { values.timestamp }

  /// The values in a line.
  open override var description: String {
    String(
      format: "magneticHeading %.2f trueHeading %.2f accuracy %.2f x %+.3f y %+.3f z %+.3f @ ",
      magneticHeading, trueHeading, headingAccuracy, x, y, z) + timestamp.description
  }

  /// Itself: nothing in it changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether it can be read back by its class.
  open class var supportsSecureCoding: Bool { true }

  /// Writes every value.
  open func encode(with coder: NSCoder) {
    coder.encode(magneticHeading, forKey: "magneticHeading")
    coder.encode(trueHeading, forKey: "trueHeading")
    coder.encode(headingAccuracy, forKey: "headingAccuracy")
    coder.encode(x, forKey: "x")
    coder.encode(y, forKey: "y")
    coder.encode(z, forKey: "z")
    coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: "timestamp")
  }

  /// Reads what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "timestamp") else { return nil }
    values = HeadingValues(
      magneticHeading: coder.decodeDouble(forKey: "magneticHeading"),
      trueHeading: coder.decodeDouble(forKey: "trueHeading"),
      headingAccuracy: coder.decodeDouble(forKey: "headingAccuracy"),
      x: coder.decodeDouble(forKey: "x"), y: coder.decodeDouble(forKey: "y"),
      z: coder.decodeDouble(forKey: "z"),
      timestamp: Date(
        timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "timestamp")))
    super.init()
  }
}
