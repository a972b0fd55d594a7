/// A detected beacon, immutable.
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

  private static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

  private let values: Values

  /// Creates a beacon with a random UUID and unknown distance.
  public override init() {
    values = Values(uuid: UUID(), major: 0, minor: 0)
    super.init()
  }

  init(_ values: Values) {
    self.values = values
    super.init()
  }

  /// The beacon's UUID.
  open var uuid: UUID { values.uuid }

  /// Former name of ``uuid``.
  open var proximityUUID: UUID { values.uuid }

  /// The major number, 0…65535.
  open var major: NSNumber { NSNumber(value: values.major) }

  /// The minor number, 0…65535.
  open var minor: NSNumber { NSNumber(value: values.minor) }

  /// The relative distance: immediate below 0.5 m, near up to 3 m; a class is left 26 % beyond its end.
  open var proximity: CLProximity { values.proximity }

  /// The distance, m, which in Apple's framework stands for the accuracy too; negative if unknown.
  ///
  /// Its own error is 15 to 40 % at rest in the open; walls and bodies add to the distance. It is
  /// unknown after 3 s without an advertisement, with one alone, and without a measured power.
  open var accuracy: CLLocationAccuracy { values.accuracy }

  /// Received signal strength, dBm, averaged since the last report; 0 if unknown.
  open var rssi: Int { values.rssi }

  /// Time of detection.
  open var timestamp: Date { values.timestamp }

  /// All values on one line, in the format of Apple's framework.
  open override var description: String {
    "CLBeacon (uuid:\(uuid.uuidString), major:\(major), minor:\(minor), "
      + "proximity:\(proximity.rawValue) +/- " + String(format: "%.2fm", accuracy)
      + ", rssi:\(rssi), timestamp:\(timestamp))"
  }

  /// Returns the object itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes all values.
  open func encode(with coder: NSCoder) {
    coder.encode(uuid.uuidString as NSString, forKey: "uuid")
    coder.encode(Int(values.major), forKey: "major")
    coder.encode(Int(values.minor), forKey: "minor")
    coder.encode(proximity.rawValue, forKey: "proximity")
    coder.encode(accuracy, forKey: "accuracy")
    coder.encode(rssi, forKey: "rssi")
    coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: "timestamp")
  }

  /// Decodes a beacon; `nil` if the UUID is none or a number exceeds 0…65535.
  ///
  /// An archive that names no UUID is that of a subclass with values of its own: zero.
  public required init?(coder: NSCoder) {
    let isNamed = coder.containsValue(forKey: "uuid")
    let text = isNamed ? coder.decodeObject(of: NSString.self, forKey: "uuid") as String? : nil
    guard let uuid = isNamed ? UUID(uuidString: text ?? "") : Self.zero,
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
