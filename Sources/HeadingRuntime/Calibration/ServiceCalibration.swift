import HeadingCalibration
import HeadingGeometry
package import HeadingProtocol
import HeadingSensing
import Synchronization

/// A guided calibration of the magnetometer of a running service.
///
/// It collects the events that the service takes; each ``look()`` fits them. Neither the sources nor
/// the updates wait for a fit.
package final class ServiceCalibration: ServiceGuide {
  package let interval = CalibrationSession.interval

  /// Reasons of the heading that are faults of the sensors of a calibration.
  private static let faults: Reasons = [
    .magnetometerMissing, .magnetometerStale, .magnetometerStuck, .accelerometerMissing,
    .accelerometerStale, .accelerometerStuck, .gyroscopeStale, .gyroscopeStuck, .invalidSamples,
    .saturated, .sensorFailed, .mountInvalid,
  ]

  private struct State {
    var fit: GuidedFit
    var progress: CalibrationProgress?
  }

  private let sensors: GuidedSensors
  private let state: Mutex<State>

  /// Begins to collect the events of a service.
  ///
  /// - Throws: Why the service's magnetometer cannot be calibrated.
  package init(
    of service: HeadingService, _ request: CalibrationRequest
  ) throws(CalibrationInterruption) {
    sensors = try GuidedSensors(of: service)
    let heading = request.heading.map { Angle(degrees: $0) }
    state = Mutex(State(fit: GuidedFit(target: request.target, heading: heading)))
  }

  /// Fits what was collected, which may take a tenth of a second.
  package func look() throws(CalibrationInterruption) -> CommandAnswer {
    try sensors.check()
    let progress = state.withLock { state in
      let progress = state.fit.progress(of: sensors.recorder)
      state.progress = progress
      return progress
    }
    var message = CalibrationProgressMessage(progress)
    message.isSimulated = sensors.isSimulated
    let notices = [progress.snapshot.notice].compactMap { $0 } + sensors.faults(among: Self.faults)
    message.notice = notices.isEmpty ? nil : notices.joined(separator: "; ")
    return .calibrationProgress(message)
  }

  package func finish(force: Bool) throws(CalibrationRefusal) -> CalibrationMessage {
    try sensors.checkUnchanged()
    guard let progress = state.withLock({ $0.progress }),
      progress.snapshot.begin == sensors.recorder.begin
    else {
      throw CalibrationRefusal(description: "the samples give no calibration yet")
    }
    guard progress.result.isAccepted else {
      throw CalibrationRefusal(
        description: progress.limits.isEmpty
          ? "the calibration is not accepted" : progress.limits.joined(separator: "; "))
    }
    let profile = progress.snapshot.profile(
      of: progress.result, mounts: sensors.mounts, current: sensors.calibration)
    if !force, let drawback = profile.drawback(replacing: sensors.stored, named: "the stored one") {
      throw CalibrationRefusal(
        description: "\(drawback): turn and tilt more, or force it to replace that one")
    }
    return try sensors.adopt(profile)
  }
}
