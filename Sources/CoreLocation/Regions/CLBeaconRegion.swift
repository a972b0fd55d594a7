/// A region defined by the range of beacons.
///
/// Without Bluetooth, monitoring and ranging fail with ``CLError/Code/rangingUnavailable``, and
/// begin once there is some.
open class CLBeaconRegion: CLRegion {
  private let constraint: CLBeaconIdentityConstraint

  /// Whether the state is reported when the display turns on; false by default, no effect on Linux.
  open var notifyEntryStateOnDisplay = false

  /// Creates a region with an empty identifier, for beacons with an all-zero UUID.
  public override init() {
    let zeros = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    constraint = CLBeaconIdentityConstraint(uuid: zeros)
    super.init()
  }

  /// Creates a region for the beacons that satisfy a constraint.
  public init(beaconIdentityConstraint: CLBeaconIdentityConstraint, identifier: String) {
    constraint = beaconIdentityConstraint
    super.init(identifier: identifier)
  }

  /// Creates a region for all beacons with a UUID.
  public init(uuid: UUID, identifier: String) {
    constraint = CLBeaconIdentityConstraint(uuid: uuid)
    super.init(identifier: identifier)
  }

  /// Creates a region for all beacons with a UUID and major number.
  public init(uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
    constraint = CLBeaconIdentityConstraint(uuid: uuid, major: major)
    super.init(identifier: identifier)
  }

  /// Creates a region for the beacon with a UUID, major and minor number.
  public init(
    uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
  ) {
    constraint = CLBeaconIdentityConstraint(uuid: uuid, major: major, minor: minor)
    super.init(identifier: identifier)
  }

  /// Former spelling of ``init(uuid:identifier:)``.
  public init(proximityUUID: UUID, identifier: String) {
    constraint = CLBeaconIdentityConstraint(uuid: proximityUUID)
    super.init(identifier: identifier)
  }

  /// Former spelling of ``init(uuid:major:identifier:)``.
  public init(proximityUUID: UUID, major: CLBeaconMajorValue, identifier: String) {
    constraint = CLBeaconIdentityConstraint(uuid: proximityUUID, major: major)
    super.init(identifier: identifier)
  }

  /// Former spelling of ``init(uuid:major:minor:identifier:)``.
  public init(
    proximityUUID: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
  ) {
    constraint = CLBeaconIdentityConstraint(uuid: proximityUUID, major: major, minor: minor)
    super.init(identifier: identifier)
  }

  /// The constraint that the region's beacons satisfy.
  open var beaconIdentityConstraint: CLBeaconIdentityConstraint { constraint }

  /// The beacons' UUID.
  open var uuid: UUID { constraint.uuid }

  /// Former name of ``uuid``.
  open var proximityUUID: UUID { constraint.uuid }

  /// The major number; `nil` matches any.
  open var major: NSNumber? { constraint.major.map { NSNumber(value: $0) } }

  /// The minor number; `nil` matches any.
  open var minor: NSNumber? { constraint.minor.map { NSNumber(value: $0) } }

  /// Returns the Bluetooth advertisement data of a device that acts as this beacon.
  ///
  /// - Parameter measuredPower: Received signal strength at 1 m, dBm; `nil` for −59.
  /// - Returns: 21 bytes under `kCBAdvDataAppleBeaconKey`: UUID, major, minor (0 if `nil`), power.
  open func peripheralData(withMeasuredPower measuredPower: NSNumber?) -> NSMutableDictionary {
    let bytes = constraint.uuid.uuid
    var data = Data([
      bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7, bytes.8, bytes.9,
      bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15,
    ])
    for number in [constraint.major ?? 0, constraint.minor ?? 0] {
      data.append(UInt8(number >> 8))
      data.append(UInt8(number & 0xFF))
    }
    data.append(UInt8(bitPattern: Int8(clamping: measuredPower?.intValue ?? -59)))
    return NSMutableDictionary(dictionary: ["kCBAdvDataAppleBeaconKey": data])
  }

  /// Identifier and constraint, in the format of Apple's framework.
  open override var description: String {
    "CLBeaconRegion (identifier:'\(identifier)', \(beaconIdentityConstraint.text))"
  }

  /// Returns a region with equal values.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CLBeaconRegion(
      beaconIdentityConstraint: beaconIdentityConstraint, identifier: identifier)
    copy.notifyEntryStateOnDisplay = notifyEntryStateOnDisplay
    return copied(copy)
  }

  /// Encodes all values.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(constraint, forKey: "constraint")
    coder.encode(notifyEntryStateOnDisplay, forKey: "notifyEntryStateOnDisplay")
  }

  /// Decodes a region; `nil` if the archive has none.
  public required init?(coder: NSCoder) {
    guard
      let constraint = coder.decodeObject(of: CLBeaconIdentityConstraint.self, forKey: "constraint")
    else { return nil }
    self.constraint = constraint
    super.init(coder: coder)
    notifyEntryStateOnDisplay = coder.decodeBool(forKey: "notifyEntryStateOnDisplay")
  }
}
