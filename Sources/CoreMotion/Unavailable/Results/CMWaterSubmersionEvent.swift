/// A change between air and water; never measured on Linux.
open class CMWaterSubmersionEvent: NSObject, NSCopying, NSSecureCoding {
  /// Whether the device is below water.
  public enum State: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// Above water.
    case notSubmerged
    /// Below water.
    case submerged
  }

  /// Creates a value without a measurement, for test doubles that override its properties.
  public override init() { super.init() }

  /// When the state changed.
  open var date: Date { .distantPast }

  /// The state from then on.
  open var state: State { .unknown }

  /// Returns the object itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes nothing: there is no measurement.
  open func encode(with coder: NSCoder) {}

  /// Decodes a value without a measurement.
  public required init?(coder: NSCoder) { super.init() }
}
