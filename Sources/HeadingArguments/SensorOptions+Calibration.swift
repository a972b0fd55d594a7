import ArgumentParser
import Foundation
package import HeadingGeometry
import HeadingRuntime
package import HeadingSensing
package import HeadingStorage
import IndustrialIO

extension SensorOptions {
  /// The sensors as a calibration needs them: not corrected by what is in use, and what that is.
  package struct Uncalibrated: Sendable {
    /// What people call the sensors.
    package let name: String
    package let isSimulated: Bool
    /// Whose profile it will be; `nil` if the chip has no name.
    package let sensor: SensorIdentity?
    package let mount: MountMatrix?
    /// The profile in use, turned to the mount in force.
    package let profile: CalibrationProfile?
    package let sources: [any SensorSource]
    /// Where the device is, if that was said.
    package let coordinate: Coordinate?
    /// The date that was said or that a synchronized clock tells.
    package let date: UniversalTime?

    /// The numbers of the profile in use.
    package var current: CalibrationParameters? { profile?.parameters }

    /// What becomes of the calibration in use where there is no new one, in words.
    package var unchanged: String {
      profile == nil ? "nothing is changed" : "the old one is untouched"
    }

    /// The profile in use for a change of another sensor's numbers; without one, a profile that says
    /// of the magnetometer that it is not calibrated.
    package var profileToChange: CalibrationProfile {
      profile ?? .uncalibrated(mount: mount, created: date)
    }
  }

  /// Opens the sensors for a calibration; a simulated hat only if it was asked for.
  ///
  /// - Parameter scenario: What is simulated unless another scenario was named.
  /// - Returns: The sensors, not yet running.
  /// - Throws: Why there is nothing to calibrate.
  package func openUncalibrated(scenario: String) throws -> Uncalibrated {
    try source.checkFile()
    let plan: SensorPlan
    do {
      plan = try SensorPlan.decide(
        source.configuration,
        simulating: source.isSimulation ? source.parsedScenario(default: scenario) : nil,
        absence: .isAnError
      ).plan
    } catch let error as NoSensorError {
      throw Failure.exit(ExitStatus.unavailable, "\(error).")
    }
    var current = try currentProfile(of: plan)
    if let mount = plan.mount, let profile = current {
      current?.parameters = profile.parameters(under: mount).parameters
      current?.mount = mount
    }
    var sources: [any SensorSource] = [plan.source(calibrated: false)]
    if !plan.hasOwnFixes, place.latitude == nil, let receiver = try receiver() {
      sources.append(receiver)
    }
    return Uncalibrated(
      name: plan.name, isSimulated: plan.isSimulated, sensor: plan.sensor, mount: plan.mount,
      profile: current, sources: sources, coordinate: place.settings.fixedCoordinate,
      date: trustedDate)
  }

  /// The profile named, else the one kept for the sensor; one that cannot be used is none.
  private func currentProfile(of plan: SensorPlan) throws -> CalibrationProfile? {
    if let profile {
      return try ProfileArgument.load(profile, for: plan.sensor)
    }
    guard let sensor = plan.sensor else { return nil }
    let store = ProfileStore(environment: ProcessInfo.processInfo.environment)
    return try? store.profile(for: sensor, date: trustedDate)?.profile
  }
}
