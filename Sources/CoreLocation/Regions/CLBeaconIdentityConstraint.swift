/// A set of beacons with a UUID; an omitted number matches any.
///
/// Immutable, which makes it safe to share.
open class CLBeaconIdentityConstraint: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private let values: (uuid: UUID, major: CLBeaconMajorValue?, minor: CLBeaconMinorValue?)

  /// Creates a constraint for all beacons with a UUID.
  public init(uuid: UUID) {
    values = (uuid, nil, nil)
    super.init()
  }

  /// Creates a constraint for all beacons with a UUID and major number.
  public init(uuid: UUID, major: CLBeaconMajorValue) {
    values = (uuid, major, nil)
    super.init()
  }

  /// Creates a constraint for the beacon with a UUID, major and minor number.
  public init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
    values = (uuid, major, minor)
    super.init()
  }

  init(uuid: UUID, anyMajor major: CLBeaconMajorValue?, anyMinor minor: CLBeaconMinorValue?) {
    values = (uuid, major, minor)
    super.init()
  }

  /// The beacons' UUID.
  open var uuid: UUID { values.uuid }

  /// The major number; `nil` matches any.
  open var major: CLBeaconMajorValue? { values.major }

  /// The minor number; `nil` matches any.
  open var minor: CLBeaconMinorValue? { values.minor }

  /// Returns whether an object is a constraint with equal values.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLBeaconIdentityConstraint else { return false }
    return uuid == other.uuid && major == other.major && minor == other.minor
  }

  /// A hash of the UUID; equal constraints have equal hashes.
  open override var hash: Int { uuid.hashValue }

  /// UUID, major and minor number, as text.
  open override var description: String { "CLBeaconIdentityConstraint (\(text))" }

  /// The values as Apple's framework writes them; an omitted number is `(null)`.
  var text: String {
    func text(_ number: UInt16?) -> String { number.map { "\($0)" } ?? "(null)" }
    return "uuid:\(uuid.uuidString), major:\(text(major)), minor:\(text(minor))"
  }

  /// Returns the object itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes all values.
  open func encode(with coder: NSCoder) {
    coder.encode(uuid.uuidString as NSString, forKey: "uuid")
    if let major { coder.encode(Int(major), forKey: "major") }
    if let minor { coder.encode(Int(minor), forKey: "minor") }
  }

  /// Decodes a constraint; `nil` without a UUID or if a number exceeds 0…65535.
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
      // An omitted number matches any beacon, so an invalid one must not be dropped.
      guard let number = UInt16(exactly: coder.decodeInteger(forKey: key)) else { return nil }
      numbers.append(number)
    }
    values = (uuid, numbers[0], numbers[1])
    super.init()
  }
}
