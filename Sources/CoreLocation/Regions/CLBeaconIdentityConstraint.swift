/// Which beacons are meant; a number that is left out fits any.
///
/// Nothing in it ever changes, which makes it safe to share.
open class CLBeaconIdentityConstraint: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private let values: (uuid: UUID, major: CLBeaconMajorValue?, minor: CLBeaconMinorValue?)

  /// Every beacon with this identifier.
  public init(uuid: UUID) {
    values = (uuid, nil, nil)
    super.init()
  }

  /// Every beacon with this identifier and major number.
  public init(uuid: UUID, major: CLBeaconMajorValue) {
    values = (uuid, major, nil)
    super.init()
  }

  /// The beacon with this identifier and both numbers.
  public init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
    values = (uuid, major, minor)
    super.init()
  }

  /// The beacons' common identifier.
  open var uuid: UUID { values.uuid }

  /// Their major number; `nil` for any.
  open var major: CLBeaconMajorValue? { values.major }

  /// Their minor number; `nil` for any.
  open var minor: CLBeaconMinorValue? { values.minor }

  /// Whether the other means the same beacons.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLBeaconIdentityConstraint else { return false }
    return uuid == other.uuid && major == other.major && minor == other.minor
  }

  /// Equal constraints have the same.
  open override var hash: Int { uuid.hashValue }

  /// Itself: nothing in it changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether it can be read back by its class.
  open class var supportsSecureCoding: Bool { true }

  /// Writes every value.
  open func encode(with coder: NSCoder) {
    coder.encode(uuid.uuidString as NSString, forKey: "uuid")
    if let major { coder.encode(Int(major), forKey: "major") }
    if let minor { coder.encode(Int(minor), forKey: "minor") }
  }

  /// Reads what ``encode(with:)`` wrote; `nil` if a number in it is none of a beacon's.
  public required init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "uuid"),
      let uuid = UUID(uuidString: text as String)
    else { return nil }
    var numbers: [UInt16?] = []
    for key in ["major", "minor"] {
      guard coder.containsValue(forKey: key) else {
        numbers.append(nil)
        continue
      }
      // A number that is left out fits any beacon: one that cannot be must not.
      guard let number = UInt16(exactly: coder.decodeInteger(forKey: key)) else { return nil }
      numbers.append(number)
    }
    values = (uuid, numbers[0], numbers[1])
    super.init()
  }
}
