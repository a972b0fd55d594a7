/// Where a location comes from.
open class CLLocationSourceInformation: NSObject, NSCopying, NSSecureCoding {
  private let isSimulated: Bool
  private let isFromAccessory: Bool

  /// Whether software made the place up: a simulation.
  open var isSimulatedBySoftware: Bool { isSimulated }

  /// Whether a receiver beside the device found it.
  open var isProducedByAccessory: Bool { isFromAccessory }

  /// Makes the information of its two parts.
  public init(softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool)
  {
    isSimulated = isSoftware
    isFromAccessory = isAccessory
    super.init()
  }

  /// Itself: nothing in it changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether it can be read back by its class.
  open class var supportsSecureCoding: Bool { true }

  /// Writes both parts.
  open func encode(with coder: NSCoder) {
    coder.encode(isSimulatedBySoftware, forKey: "isSimulatedBySoftware")
    coder.encode(isProducedByAccessory, forKey: "isProducedByAccessory")
  }

  /// Reads what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    isSimulated = coder.decodeBool(forKey: "isSimulatedBySoftware")
    isFromAccessory = coder.decodeBool(forKey: "isProducedByAccessory")
    super.init()
  }
}
