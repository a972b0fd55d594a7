import HeadingProtocol
import HeadingSensing
import HeadingStorage
import Synchronization

/// A guided calibration of the accelerometer or the gyroscope of a running service, at rest.
final class ServiceRest<Measurement: RestMeasurement>: ServiceGuide {
  let interval = 0.25

  /// Apart, because a listener that held the calibration would never be released.
  private final class Box: Sendable {
    let measurement: Mutex<Measurement>

    init(_ measurement: Measurement) { self.measurement = Mutex(measurement) }
  }

  private let sensors: GuidedSensors
  private let box: Box

  /// Begins a measurement with the events of a service.
  ///
  /// - Throws: Why the service's sensors cannot be calibrated.
  init(of service: HeadingService, _ measurement: Measurement) throws(CalibrationInterruption) {
    let box = Box(measurement)
    self.box = box
    sensors = try GuidedSensors(of: service) { event in
      box.measurement.withLock { $0.take(event) }
    }
  }

  func look() throws(CalibrationInterruption) -> CommandAnswer {
    try sensors.check()
    var message = box.measurement.withLock { $0 }.message
    message.isSimulated = sensors.isSimulated
    let faults = Measurement.faults.union([.invalidSamples, .sensorFailed, .mountInvalid])
    let notices = [message.notice].compactMap { $0 } + sensors.faults(among: faults)
    message.notice = notices.isEmpty ? nil : notices.joined(separator: "; ")
    return .restProgress(message)
  }

  func finish(force: Bool) throws(CalibrationRefusal) -> CalibrationMessage {
    try sensors.checkUnchanged()
    var profile = sensors.profileToChange
    try box.measurement.withLock { $0 }.put(into: &profile.parameters)
    return try sensors.adopt(profile)
  }
}
