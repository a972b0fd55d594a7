/// Tremors within a minute; never measured on Linux.
open class CMTremorResult: NSObject, NSCopying, NSSecureCoding {
  /// Creates a value without a measurement, for test doubles that override its properties.
  public override init() { super.init() }

  /// Start of the minute.
  open var startDate: Date { .distantPast }

  /// End of the minute.
  open var endDate: Date { .distantPast }

  /// Part of the time without a result, 0…1: all of it.
  open var percentUnknown: Float { 1 }

  /// Part of the time without tremor, 0…1.
  open var percentNone: Float { 0 }

  /// Part of the time with a slight tremor, 0…1.
  open var percentSlight: Float { 0 }

  /// Part of the time with a mild tremor, 0…1.
  open var percentMild: Float { 0 }

  /// Part of the time with a moderate tremor, 0…1.
  open var percentModerate: Float { 0 }

  /// Part of the time with a strong tremor, 0…1.
  open var percentStrong: Float { 0 }

  /// Returns the object itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes nothing: there is no measurement.
  open func encode(with coder: NSCoder) {}

  /// Decodes a value without a measurement.
  public required init?(coder: NSCoder) { super.init() }
}
