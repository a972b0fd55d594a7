/// Which beacons are meant; a number that is left out fits any.
///
/// Nothing in it ever changes, which makes it safe to share.
open class CLBeaconIdentityConstraint: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The beacons' common identifier.
  public let uuid: UUID

  /// Their major number; `nil` for any.
  public let major: CLBeaconMajorValue?

  /// Their minor number; `nil` for any.
  public let minor: CLBeaconMinorValue?

  init(uuid: UUID, numbers major: CLBeaconMajorValue?, _ minor: CLBeaconMinorValue?) {
    self.uuid = uuid
    self.major = major
    self.minor = minor
    super.init()
  }

  /// Every beacon with this identifier.
  public convenience init(uuid: UUID) { self.init(uuid: uuid, numbers: nil, nil) }

  /// Every beacon with this identifier and major number.
  public convenience init(uuid: UUID, major: CLBeaconMajorValue) {
    self.init(uuid: uuid, numbers: major, nil)
  }

  /// The beacon with this identifier and both numbers.
  public convenience init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
    self.init(uuid: uuid, numbers: major, minor)
  }

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

  /// Reads what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "uuid"),
      let uuid = UUID(uuidString: text as String)
    else { return nil }
    func number(_ key: String) -> UInt16? {
      coder.containsValue(forKey: key) ? UInt16(exactly: coder.decodeInteger(forKey: key)) : nil
    }
    self.uuid = uuid
    major = number("major")
    minor = number("minor")
    super.init()
  }
}
