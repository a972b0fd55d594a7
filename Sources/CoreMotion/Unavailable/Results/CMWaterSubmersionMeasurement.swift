/// A depth below water; never measured on Linux.
open class CMWaterSubmersionMeasurement: NSObject, NSCopying, NSSecureCoding {
  /// The state of a depth.
  public enum DepthState: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// Above water.
    case notSubmerged = 100
    /// Less than 1 m below water.
    case submergedShallow = 200
    /// More than 1 m below water.
    case submergedDeep = 300
    /// Near the largest depth.
    case approachingMaxDepth = 400
    /// Below the largest depth.
    case pastMaxDepth = 500
    /// The sensor failed.
    case sensorDepthError = 600
  }

  /// Creates a value without a measurement, for test doubles that override its properties.
  public override init() { super.init() }

  /// When it was measured.
  open var date: Date { .distantPast }

  /// Depth; `nil` without a measurement.
  open var depth: Measurement<UnitLength>? { nil }

  /// Pressure of the water and the air; `nil` without a measurement.
  open var pressure: Measurement<UnitPressure>? { nil }

  /// Pressure of the air; NaN without a measurement.
  open var surfacePressure: Measurement<UnitPressure> {
    Measurement(value: .nan, unit: .kilopascals)
  }

  /// The state of the depth.
  open var submersionState: DepthState { .unknown }

  /// Returns the object itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes nothing: there is no measurement.
  open func encode(with coder: NSCoder) {}

  /// Decodes a value without a measurement.
  public required init?(coder: NSCoder) { super.init() }
}
