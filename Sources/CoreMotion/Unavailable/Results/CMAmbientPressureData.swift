/// A pressure and a temperature of the air; delivered by no service on Linux.
open class CMAmbientPressureData: CMLogItem {
  /// Pressure; NaN without a measurement.
  open var pressure: Measurement<UnitPressure> { Measurement(value: .nan, unit: .kilopascals) }

  /// Temperature; NaN without a measurement.
  open var temperature: Measurement<UnitTemperature> { Measurement(value: .nan, unit: .celsius) }
}
