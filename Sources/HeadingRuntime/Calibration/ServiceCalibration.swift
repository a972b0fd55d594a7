import HeadingCalibration
import HeadingEngine
import HeadingGeometry
package import HeadingProtocol
import HeadingSensing
import HeadingStorage
import Synchronization

/// A guided calibration of the magnetometer of a running service.
///
/// It collects the events that the service takes; each ``look()`` fits them. Neither the sources nor
/// the updates wait for a fit.
package final class ServiceCalibration: Sendable {
  /// Seconds between two fits.
  package static let interval = CalibrationSession.interval

  /// Time after which one ends by itself, s: that after which a new sample replaces a collected one,
  /// so that a longer one gains nothing, and a forgotten one does not cost processor time for ever.
  package static let longest = 1800.0

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

  private let service: HeadingService
  /// That of the present sensors; another one belongs to others.
  private let continuous: ContinuousCalibration
  private let sensor: SensorIdentity
  private let store: ProfileStore
  private let recorder: CalibrationRecorder
  private let listener: UInt64
  private let begin: BootTime
  private let state: Mutex<State>

  /// Begins to collect the events of a service.
  ///
  /// - Throws: Why the service's magnetometer cannot be calibrated.
  package init(
    of service: HeadingService, _ request: CalibrationRequest
  ) throws(CalibrationInterruption) {
    let report = service.report
    guard let continuous = service.continuous else {
      throw CalibrationInterruption(description: "no sensors are in use yet")
    }
    guard let sensor = continuous.sensor, let store = continuous.store else {
      throw CalibrationInterruption(
        description: "no magnetometer with a name is in use; see `compass devices`")
    }
    guard continuous.isSimulated || !report.isSimulated else { throw Self.simulated }
    self.service = service
    self.continuous = continuous
    self.sensor = sensor
    self.store = store
    begin = report.time
    let heading = request.heading.map { Angle(degrees: $0) }
    state = Mutex(State(fit: GuidedFit(target: request.target, heading: heading)))
    // Date and place are known from earlier events.
    let past = service.context.compactMap { step in
      if case .event(let event, _) = step { event } else { nil }
    }
    var coordinate: Coordinate?
    for case .settings(_, let settings) in past {
      coordinate = settings.fixedCoordinate
    }
    let recorder = CalibrationRecorder(
      current: report.calibration, coordinate: coordinate, isSimulated: continuous.isSimulated)
    for event in past { recorder.deliver(event) }
    self.recorder = recorder
    listener = service.listen { recorder.deliver($0) }
  }

  deinit { service.unsubscribe(listener) }

  private static let simulated = CalibrationInterruption(
    description: "a source is SIMULATED, and real sensors must not be calibrated by it")

  /// Fits what was collected, which may take a tenth of a second.
  ///
  /// - Throws: Why the calibration has ended.
  package func look() throws(CalibrationInterruption) -> CalibrationProgressMessage {
    let report = service.report
    try checkSensors()
    guard report.time.seconds(since: begin) < Self.longest else {
      throw CalibrationInterruption(
        description: "it was not finished within \(Int(Self.longest / 60)) minutes")
    }
    let progress = state.withLock { state in
      let progress = state.fit.progress(of: recorder)
      state.progress = progress
      return progress
    }
    var message = CalibrationProgressMessage(progress)
    message.isSimulated = continuous.isSimulated
    let faults = report.newest?.solution.reasons.intersection(Self.faults).advice ?? []
    let notices = [progress.snapshot.notice].compactMap { $0 } + faults
    message.notice = notices.isEmpty ? nil : notices.joined(separator: "; ")
    return message
  }

  /// Stores the newest fit and applies it.
  ///
  /// - Parameter force: Whether it replaces a stored calibration that claims a smaller heading error.
  /// - Returns: The calibration then in force.
  /// - Throws: Why it is not used; nothing is changed then.
  package func finish(force: Bool) throws(CalibrationRefusal) -> CalibrationMessage {
    do throws(CalibrationInterruption) {
      try checkSensors()
    } catch {
      throw CalibrationRefusal(description: error.description)
    }
    guard let progress = state.withLock({ $0.progress }),
      progress.snapshot.begin == recorder.begin
    else {
      throw CalibrationRefusal(description: "the samples give no calibration yet")
    }
    guard progress.result.isAccepted else {
      throw CalibrationRefusal(
        description: progress.limits.isEmpty
          ? "the calibration is not accepted" : progress.limits.joined(separator: "; "))
    }
    let snapshot = progress.snapshot
    var profile = snapshot.profile(
      of: progress.result, mounts: continuous.mounts, current: service.report.calibration)
    profile.sensor = sensor
    profile.isSimulated = continuous.isSimulated
    let stored = try? store.profile(for: sensor, date: snapshot.trustedDate)?.profile
    if !force, let drawback = profile.drawback(replacing: stored, named: "the stored one") {
      throw CalibrationRefusal(
        description: "\(drawback): turn and tilt more, or force it to replace that one")
    }
    do throws(ProfileError) {
      let revision = try continuous.adopt(profile, for: sensor, in: store, on: service)
      var message = CalibrationMessage(profile.parameters)
      message.revision = revision.number
      return message
    } catch {
      throw CalibrationRefusal(description: "\(error)")
    }
  }

  /// Checks that all samples are of the sensors with which it began.
  private func checkSensors() throws(CalibrationInterruption) {
    guard service.continuous === continuous else {
      let now = service.report.sensor
      let other = now.flatMap {
        $0 == sensor ? nil : "\($0.title) has taken the magnetometer's place"
      }
      throw CalibrationInterruption(
        description: "\(other ?? "the sensors were configured or found anew"); start again")
    }
    guard !recorder.hasSimulatedSource else { throw Self.simulated }
  }
}
