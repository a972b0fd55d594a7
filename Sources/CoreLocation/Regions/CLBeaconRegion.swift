/// The surroundings of a beacon.
///
/// There is no beacon scanner yet, so watching one fails.
open class CLBeaconRegion: CLRegion {
  private let constraint: CLBeaconIdentityConstraint

  /// Whether the state is told when the display comes on; false by default, nothing here has a display.
  open var notifyEntryStateOnDisplay = false

  /// Makes a region without a name, of beacons whose identifier is all zeros.
  public override init() {
    let zeros = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    constraint = CLBeaconIdentityConstraint(uuid: zeros)
    super.init()
  }

  /// Makes the surroundings of the beacons that a constraint means.
  public init(beaconIdentityConstraint: CLBeaconIdentityConstraint, identifier: String) {
    constraint = beaconIdentityConstraint
    super.init(identifier: identifier)
  }

  /// Makes the surroundings of every beacon with an identifier.
  public init(uuid: UUID, identifier: String) {
    constraint = CLBeaconIdentityConstraint(uuid: uuid)
    super.init(identifier: identifier)
  }

  /// Makes the surroundings of every beacon with an identifier and a major number.
  public init(uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
    constraint = CLBeaconIdentityConstraint(uuid: uuid, major: major)
    super.init(identifier: identifier)
  }

  /// Makes the surroundings of one beacon.
  public init(
    uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
  ) {
    constraint = CLBeaconIdentityConstraint(uuid: uuid, major: major, minor: minor)
    super.init(identifier: identifier)
  }

  /// The old form of ``init(uuid:identifier:)``.
  public init(proximityUUID: UUID, identifier: String) {
    constraint = CLBeaconIdentityConstraint(uuid: proximityUUID)
    super.init(identifier: identifier)
  }

  /// The old form of ``init(uuid:major:identifier:)``.
  public init(proximityUUID: UUID, major: CLBeaconMajorValue, identifier: String) {
    constraint = CLBeaconIdentityConstraint(uuid: proximityUUID, major: major)
    super.init(identifier: identifier)
  }

  /// The old form of ``init(uuid:major:minor:identifier:)``.
  public init(
    proximityUUID: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
  ) {
    constraint = CLBeaconIdentityConstraint(uuid: proximityUUID, major: major, minor: minor)
    super.init(identifier: identifier)
  }

  /// Which beacons are meant.
  open var beaconIdentityConstraint: CLBeaconIdentityConstraint { constraint }

  /// The beacons' common identifier.
  open var uuid: UUID { constraint.uuid }

  /// The old name of ``uuid``.
  open var proximityUUID: UUID { constraint.uuid }

  /// Their major number; `nil` for any.
  open var major: NSNumber? { constraint.major.map { NSNumber(value: $0) } }

  /// Their minor number; `nil` for any.
  open var minor: NSNumber? { constraint.minor.map { NSNumber(value: $0) } }

  /// What a device that plays this beacon advertises.
  ///
  /// - Parameter measuredPower: The strength received at one metre, dBm; `nil` for −59.
  /// - Returns: The 21 bytes of the advertisement under `kCBAdvDataAppleBeaconKey`.
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

  /// A region with the same values.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CLBeaconRegion(
      beaconIdentityConstraint: beaconIdentityConstraint, identifier: identifier)
    copy.notifyEntryStateOnDisplay = notifyEntryStateOnDisplay
    return copied(copy)
  }

  /// Writes every value.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(constraint, forKey: "constraint")
    coder.encode(notifyEntryStateOnDisplay, forKey: "notifyEntryStateOnDisplay")
  }

  /// Reads what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    guard
      let constraint = coder.decodeObject(of: CLBeaconIdentityConstraint.self, forKey: "constraint")
    else { return nil }
    self.constraint = constraint
    super.init(coder: coder)
    notifyEntryStateOnDisplay = coder.decodeBool(forKey: "notifyEntryStateOnDisplay")
  }
}
