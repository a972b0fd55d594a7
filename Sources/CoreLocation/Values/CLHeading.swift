/// A heading: the azimuth of a device axis, and the magnetic field it was derived from.
///
/// The axis is the top edge (+y) unless ``CLLocationManager/headingOrientation`` selects another.
/// Where its elevation exceeds 75°, the heading is that of the device's back (axis up) or of its
/// screen (axis down). Immutable.
open class CLHeading: NSObject, NSCopying, NSSecureCoding {
  private let values: HeadingValues

  /// Creates an invalid heading: angles and accuracy −1, no field, the current time.
  public override init() {
    values = HeadingValues()
    super.init()
  }

  init(_ values: HeadingValues) {
    self.values = values
    super.init()
  }

  /// Heading clockwise from magnetic north, °, 0 <= value < 360; invalid while ``headingAccuracy``
  /// is negative.
  open var magneticHeading: CLLocationDirection { values.magneticHeading }

  /// Heading clockwise from true north, °, 0 <= value < 360; negative without location updates,
  /// which the declination requires.
  open var trueHeading: CLLocationDirection { values.trueHeading }

  /// Largest expected error of the magnetic heading, °, as its 95 % bound; negative if the heading
  /// is invalid.
  open var headingAccuracy: CLLocationDirection { values.headingAccuracy }

  /// Calibrated field along +x, to the device's right, µT.
  open var x: CLHeadingComponentValue { values.x }

  /// Calibrated field along +y, to the device's top, µT.
  open var y: CLHeadingComponentValue { values.y }

  /// Calibrated field along +z, out of the screen, µT.
  open var z: CLHeadingComponentValue { values.z }

  /// Time of validity of the heading.
  open var timestamp: Date { values.timestamp }

  /// All values on one line.
  open override var description: String {
    String(
      format: "magneticHeading %.2f trueHeading %.2f accuracy %.2f x %+.3f y %+.3f z %+.3f @ ",
      magneticHeading, trueHeading, headingAccuracy, x, y, z) + timestamp.description
  }

  /// Returns the object itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes all values.
  open func encode(with coder: NSCoder) {
    coder.encode(magneticHeading, forKey: "magneticHeading")
    coder.encode(trueHeading, forKey: "trueHeading")
    coder.encode(headingAccuracy, forKey: "headingAccuracy")
    coder.encode(x, forKey: "x")
    coder.encode(y, forKey: "y")
    coder.encode(z, forKey: "z")
    coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: "timestamp")
  }

  /// Decodes a heading; `nil` if the archive has none.
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
