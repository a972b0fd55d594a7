/// A distance of a workout; never delivered on Linux: locations and ``CMPedometerData`` have distances.
open class CMOdometerData: NSObject, NSCopying, NSSecureCoding {
  /// Creates a value without a measurement, for test doubles that override its properties.
  public override init() { super.init() }

  /// Start of the time.
  open var startDate: Date { .distantPast }

  /// End of the time.
  open var endDate: Date { .distantPast }

  /// Distance since the last value, m; NaN without a measurement.
  open var deltaDistance: Double { .nan }

  /// Error of the distance, m; −1 without a measurement.
  open var deltaDistanceAccuracy: Double { -1 }

  /// Speed, m/s; −1 without a measurement.
  open var speed: Double { -1 }

  /// Error of the speed, m/s; −1 without a measurement.
  open var speedAccuracy: Double { -1 }

  /// Time of the position.
  open var gpsDate: Date { .distantPast }

  /// Change of the altitude, m; NaN without a measurement.
  open var deltaAltitude: Double { .nan }

  /// Error of the altitude, m; −1 without a measurement.
  open var verticalAccuracy: Double { -1 }

  /// The device that measured.
  open var originDevice: CMOdometerOriginDevice { .unknown }

  /// Slope in the direction of travel, °; `nil` without a measurement.
  open var slope: Double? { nil }

  /// Largest slope in any direction, °; `nil` without a measurement.
  open var maxAbsSlope: Double? { nil }

  /// Returns the object itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes nothing: there is no measurement.
  open func encode(with coder: NSCoder) {}

  /// Decodes a value without a measurement.
  public required init?(coder: NSCoder) { super.init() }
}
