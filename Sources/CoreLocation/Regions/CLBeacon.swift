/// A beacon that was heard.
open class CLBeacon: NSObject, NSCopying, NSSecureCoding {
  struct Values: Sendable {
    var uuid: UUID
    var major: CLBeaconMajorValue
    var minor: CLBeaconMinorValue
    var proximity = CLProximity.unknown
    var accuracy: CLLocationAccuracy = -1
    var rssi = 0
    var timestamp = Date()
  }

  private let values: Values

  /// Makes a beacon of which nothing is known.
  public override init() {
    values = Values(uuid: UUID(), major: 0, minor: 0)
    super.init()
  }

  init(_ values: Values) {
    self.values = values
    super.init()
  }

  /// The beacon's identifier.
  open var uuid: UUID { values.uuid }

  /// The old name of ``uuid``.
  open var proximityUUID: UUID { values.uuid }

  /// Its major number.
  open var major: NSNumber { NSNumber(value: values.major) }

  /// Its minor number.
  open var minor: NSNumber { NSNumber(value: values.minor) }

  /// How near it is.
  open var proximity: CLProximity { values.proximity }

  /// The error of its distance, m; negative if it is not known.
  open var accuracy: CLLocationAccuracy { values.accuracy }

  /// Strength received, dBm, averaged since the last report.
  open var rssi: Int { values.rssi }

  /// When it was heard.
  open var timestamp: Date { values.timestamp }

  /// Itself: nothing in it changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether it can be read back by its class.
  open class var supportsSecureCoding: Bool { true }

  /// Writes every value.
  open func encode(with coder: NSCoder) {
    coder.encode(uuid.uuidString as NSString, forKey: "uuid")
    coder.encode(Int(values.major), forKey: "major")
    coder.encode(Int(values.minor), forKey: "minor")
    coder.encode(proximity.rawValue, forKey: "proximity")
    coder.encode(accuracy, forKey: "accuracy")
    coder.encode(rssi, forKey: "rssi")
    coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: "timestamp")
  }

  /// Reads what ``encode(with:)`` wrote; `nil` if a number in it is none of a beacon's.
  public required init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "uuid"),
      let uuid = UUID(uuidString: text as String),
      let major = UInt16(exactly: coder.decodeInteger(forKey: "major")),
      let minor = UInt16(exactly: coder.decodeInteger(forKey: "minor"))
    else { return nil }
    values = Values(
      uuid: uuid, major: major, minor: minor,
      proximity: CLProximity(rawValue: coder.decodeInteger(forKey: "proximity")) ?? .unknown,
      accuracy: coder.decodeDouble(forKey: "accuracy"), rssi: coder.decodeInteger(forKey: "rssi"),
      timestamp: Date(
        timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "timestamp")))
    super.init()
  }
}
