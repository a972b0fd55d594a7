/// Dyskinetic symptoms within a minute; never measured on Linux.
open class CMDyskineticSymptomResult: NSObject, NSCopying, NSSecureCoding {
  /// Creates a value without a measurement, for test doubles that override its properties.
  public override init() { super.init() }

  /// Start of the minute.
  open var startDate: Date { .distantPast }

  /// End of the minute.
  open var endDate: Date { .distantPast }

  /// Part of the time without likely symptoms, 0…1; NaN without a measurement.
  open var percentUnlikely: Float { .nan }

  /// Part of the time with likely symptoms, 0…1; NaN without a measurement.
  open var percentLikely: Float { .nan }

  /// Returns the object itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes nothing: there is no measurement.
  open func encode(with coder: NSCoder) {}

  /// Decodes a value without a measurement.
  public required init?(coder: NSCoder) { super.init() }
}
