/// A temperature of water; never measured on Linux.
open class CMWaterTemperature: NSObject, NSCopying, NSSecureCoding {
  /// Creates a value without a measurement, for test doubles that override its properties.
  public override init() { super.init() }

  /// When it was measured.
  open var date: Date { .distantPast }

  /// Temperature; NaN without a measurement.
  open var temperature: Measurement<UnitTemperature> { Measurement(value: .nan, unit: .celsius) }

  /// Error of the temperature; NaN without a measurement.
  open var temperatureUncertainty: Measurement<UnitTemperature> {
    Measurement(value: .nan, unit: .celsius)
  }

  /// Returns the object itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes nothing: there is no measurement.
  open func encode(with coder: NSCoder) {}

  /// Decodes a value without a measurement.
  public required init?(coder: NSCoder) { super.init() }
}
