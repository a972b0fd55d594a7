import ArgumentParser
import FoundationEssentials
package import HeadingGeometry
import HeadingProtocol
import HeadingRuntime
package import HeadingSensing
import HeadingSensorFeed
package import HeadingStorage
import IndustrialIO

extension SensorOptions {
  /// The uncorrected sensors for a calibration, and the calibration in use.
  package struct Uncalibrated: Sendable {
    /// Display name of the sensors.
    package let name: String
    package let isSimulated: Bool
    /// Identity of the sensor to calibrate; `nil` if the chip has no name.
    package let sensor: SensorIdentity?
    /// Mount matrices in force; a sensor that was not found, or whose matrix is refused, has none.
    package let mounts: [SensorKind: MountMatrix]
    /// The profile in use, rotated to the mount matrices in force.
    package let profile: CalibrationProfile?
    package let sources: [any SensorSource]
    /// Position of the device, if given.
    package let coordinate: Coordinate?
    /// The given date, else that of a synchronized clock.
    package let date: UniversalTime?

    /// Parameters of the profile in use.
    package var current: CalibrationParameters? { profile?.parameters }

    /// What happens to the calibration in use if there is no new one, in words.
    package var unchanged: String {
      profile == nil ? "nothing is changed" : "the old one is untouched"
    }

    /// The profile in use, for a change of another sensor's calibration; without one, a profile of
    /// an uncalibrated magnetometer.
    package var profileToChange: CalibrationProfile {
      profile ?? .uncalibrated(mounts: mounts, created: date)
    }
  }

  /// Opens the sensors for a calibration; a simulated hat only on request.
  ///
  /// - Parameters:
  ///   - scenario: The scenario to simulate unless the user names another.
  ///   - readsRefused: Whether a sensor whose mount matrix is refused is read in its chip's axes.
  /// - Returns: The sensors, not yet running.
  /// - Throws: The reason why there is nothing to calibrate.
  package func openUncalibrated(
    scenario: String, readsRefused: Bool = false
  ) throws -> Uncalibrated {
    try source.checkFile()
    var plan: SensorPlan
    do {
      plan = try SensorPlan.decide(
        source.configuration, feed: awaitedFeed(), isNamed: source.namesDevices,
        simulating: source.isSimulation ? source.parsedScenario(default: scenario) : nil,
        absence: .isAnError
      ).plan
    } catch let error as NoSensorError {
      let environment = ProcessInfo.processInfo.environment
      guard !source.isSpecified, let daemon = SocketPath.forClient(environment: environment) else {
        throw Failure.exit(ExitStatus.unavailable, "\(error).")
      }
      throw Failure.exit(
        ExitStatus.unavailable,
        "no sensor to calibrate here: \(error.reason), and the daemon at \(daemon) reads its own. "
          + "Calibrate those in its web page (`compass web`), or by a recording: turn and tilt the device during `compass record turns.mcap`, "
          + "then `compass calibrate --from turns.mcap --output new.json` and "
          + "`compass profiles import new.json`.")
    } catch let error as FeedError {
      throw Failure.exit(ExitStatus.cannotCreate, "\(error).")
    }
    if readsRefused { plan = plan.readingRefusedSensors }
    var current = try currentProfile(of: plan)
    let mounts = plan.mounts
    if let profile = current {
      current?.parameters = profile.parameters(under: mounts).parameters
      current?.mounts.merge(mounts) { $1 }
    }
    var sources: [any SensorSource] = [plan.source(calibrated: false)]
    if !plan.hasOwnFixes, place.latitude == nil, let receiver = try receiver() {
      sources.append(plan.beside(receiver))
    }
    return Uncalibrated(
      name: plan.name, isSimulated: plan.isSimulated, sensor: plan.sensor, mounts: mounts,
      profile: current, sources: sources, coordinate: place.settings.fixedCoordinate,
      date: trustedDate)
  }

  /// The feed after its first declaration, which names the sensor to calibrate.
  private func awaitedFeed() throws -> FeedReceiver? {
    guard let receiver = try source.feedReceiver() else { return nil }
    receiver.wait(seconds: SourceOptions.declarationWait) { !$0.senders.isEmpty }
    guard !receiver.senders.isEmpty else {
      throw NoSensorError(reason: "nothing declared itself on the \(receiver.settings.name)")
    }
    return receiver
  }

  /// The named profile, else the one stored for the sensor; an invalid stored one is ignored.
  private func currentProfile(of plan: SensorPlan) throws -> CalibrationProfile? {
    if let profile {
      return try ProfileArgument.load(profile, for: plan.sensor)
    }
    guard let sensor = plan.sensor else { return nil }
    let store = ProfileStore(environment: ProcessInfo.processInfo.environment)
    return try? store.profile(for: sensor, date: trustedDate)?.profile
  }
}
