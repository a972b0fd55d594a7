/// A fall; never detected on Linux.
open class CMFallDetectionEvent: NSObject, NSCopying, NSSecureCoding {
  /// The user's answer to the question about a fall.
  public enum UserResolution: Int, Sendable {
    /// The user fell.
    case confirmed = 0
    /// The user fell and needs no help.
    case dismissed
    /// The user did not fall.
    case rejected
    /// The user did not answer.
    case unresponsive
  }

  /// Creates a value without a measurement, for test doubles that override its properties.
  public override init() { super.init() }

  /// When the fall was detected.
  open var date: Date { .distantPast }

  /// The user's answer.
  open var resolution: UserResolution { .unresponsive }

  /// Returns the object itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes nothing: there is no measurement.
  open func encode(with coder: NSCoder) {}

  /// Decodes a value without a measurement.
  public required init?(coder: NSCoder) { super.init() }
}
