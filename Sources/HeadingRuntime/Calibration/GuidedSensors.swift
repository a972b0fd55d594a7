import HeadingEngine
import HeadingGeometry
import HeadingProtocol
import HeadingSensing
import HeadingStorage
import HeadingSystem

/// The sensors of a running service while they are calibrated.
final class GuidedSensors: Sendable {
  /// Time after which a calibration ends by itself, s: that after which a new sample replaces a collected
  /// one, so that a longer one gains nothing, and a forgotten one does not cost processor time for ever.
  private static let longest = 1800.0

  /// What the service has delivered.
  let recorder: CalibrationRecorder

  private let service: HeadingService
  /// That of the present sensors; another one belongs to others.
  private let continuous: ContinuousCalibration
  private let sensor: SensorIdentity
  private let store: ProfileStore
  private let listeners: [UInt64]
  private let begin: BootTime

  /// Begins to collect the events of a service.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - listener: Receives the events from now on.
  /// - Throws: Why the service's sensors cannot be calibrated.
  init(
    of service: HeadingService, _ listener: (@Sendable (SensorEvent) -> Void)? = nil
  ) throws(CalibrationInterruption) {
    let report = service.report
    guard let continuous = service.continuous else {
      throw CalibrationInterruption(description: "no sensors are in use yet")
    }
    // Profiles are kept for the magnetometer; those of the other sensors are among them.
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
    listeners =
      [service.listen { recorder.deliver($0) }] + (listener.map { [service.listen($0)] } ?? [])
  }

  deinit { for listener in listeners { service.unsubscribe(listener) } }

  private static let simulated = CalibrationInterruption(
    description: "a source is SIMULATED, and real sensors must not be calibrated by it")

  /// Whether the sensors are simulated.
  var isSimulated: Bool { continuous.isSimulated }

  /// The mount matrices in force.
  var mounts: [SensorKind: MountMatrix] { continuous.mounts }

  /// The calibration in force.
  var calibration: CalibrationParameters? { service.report.calibration }

  /// The stored profile; `nil` without one.
  var stored: CalibrationProfile? {
    (try? store.profile(for: sensor, date: recorder.snapshot.trustedDate))?.profile
  }

  /// What is wrong with the sensors, of some reasons, in words.
  func faults(among faults: Reasons) -> [String] {
    service.report.newest?.solution.reasons.intersection(faults).advice ?? []
  }

  /// Checks that all samples are of the sensors with which it began, and that it does not last too long.
  func check() throws(CalibrationInterruption) {
    try checkSensors()
    guard service.report.time.seconds(since: begin) < Self.longest else {
      throw CalibrationInterruption(
        description: "it was not finished within \(Int(Self.longest / 60)) minutes")
    }
  }

  /// Checks that all samples are of the sensors with which it began.
  func checkUnchanged() throws(CalibrationRefusal) {
    do throws(CalibrationInterruption) {
      try checkSensors()
    } catch {
      throw CalibrationRefusal(description: error.description)
    }
  }

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

  /// Stores a profile and applies it.
  ///
  /// - Returns: The calibration then in force.
  func adopt(_ profile: CalibrationProfile) throws(CalibrationRefusal) -> CalibrationMessage {
    var profile = profile
    profile.sensor = sensor
    profile.isSimulated = continuous.isSimulated
    do throws(ProfileError) {
      let revision = try continuous.adopt(profile, for: sensor, in: store, on: service)
      var message = CalibrationMessage(profile.parameters)
      message.revision = revision.number
      return message
    } catch {
      throw CalibrationRefusal(description: "\(error)")
    }
  }

  /// The stored profile with the calibration in force; an uncalibrated one without either.
  var profileToChange: CalibrationProfile {
    var profile =
      stored ?? .uncalibrated(mounts: mounts, created: recorder.snapshot.trustedDate)
    if let calibration { profile.parameters = calibration }
    return profile
  }
}
