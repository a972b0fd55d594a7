/// Where a location comes from.
open class CLLocationSourceInformation: NSObject, NSCopying, NSSecureCoding {
  /// Whether software made the place up: a simulation.
  public let isSimulatedBySoftware: Bool

  /// Whether a receiver beside the device found it.
  public let isProducedByAccessory: Bool

  /// Makes the information of its two parts.
  public init(softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool)
  {
    isSimulatedBySoftware = isSoftware
    isProducedByAccessory = isAccessory
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
    isSimulatedBySoftware = coder.decodeBool(forKey: "isSimulatedBySoftware")
    isProducedByAccessory = coder.decodeBool(forKey: "isProducedByAccessory")
    super.init()
  }
}
