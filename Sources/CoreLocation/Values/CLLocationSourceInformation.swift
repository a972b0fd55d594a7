/// Information about the source of a location; immutable.
open class CLLocationSourceInformation: NSObject, NSCopying, NSSecureCoding {
  private let isSimulated: Bool
  private let isFromAccessory: Bool

  /// Whether the location is simulated.
  open var isSimulatedBySoftware: Bool { isSimulated }

  /// Whether an external accessory measured the location; always false from a manager on Linux.
  open var isProducedByAccessory: Bool { isFromAccessory }

  /// Creates source information.
  public init(softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool)
  {
    isSimulated = isSoftware
    isFromAccessory = isAccessory
    super.init()
  }

  /// Both values, as text.
  open override var description: String {
    "CLLocationSourceInformation (simulated:\(isSimulatedBySoftware), "
      + "accessory:\(isProducedByAccessory))"
  }

  /// Returns the object itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes both values.
  open func encode(with coder: NSCoder) {
    coder.encode(isSimulatedBySoftware, forKey: "isSimulatedBySoftware")
    coder.encode(isProducedByAccessory, forKey: "isProducedByAccessory")
  }

  /// Decodes source information; values missing in the archive are false.
  public required init?(coder: NSCoder) {
    isSimulated = coder.decodeBool(forKey: "isSimulatedBySoftware")
    isFromAccessory = coder.decodeBool(forKey: "isProducedByAccessory")
    super.init()
  }
}
