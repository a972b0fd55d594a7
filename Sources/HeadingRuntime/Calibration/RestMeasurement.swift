import HeadingProtocol
import HeadingSensing

/// A measurement of a sensor at rest, for the guided calibration of a running service.
protocol RestMeasurement: Sendable {
  /// Reasons of the heading that are faults of its sensor.
  static var faults: Reasons { get }

  /// Takes an event; a finished measurement takes no more.
  mutating func take(_ event: SensorEvent)

  /// How far it is.
  var message: RestProgressMessage { get }

  /// Puts the result into a calibration.
  ///
  /// - Throws: Why there is none yet.
  func put(into parameters: inout CalibrationParameters) throws(CalibrationRefusal)
}
