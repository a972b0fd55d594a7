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
    /// The calibration in use.
    package let current: CalibrationParameters?
    package let sources: [any SensorSource]
    /// Where the device is, if that was said.
    package let coordinate: Coordinate?
    /// The date that was said or that a synchronized clock tells.
    package let date: UniversalTime?
  }

  /// Opens the sensors for a calibration; a simulated hat only if it was asked for.
  ///
  /// - Parameter scenario: What is simulated unless another scenario was named.
  /// - Returns: The sensors, not yet running.
  /// - Throws: Why there is nothing to calibrate.
  package func openUncalibrated(scenario: String) throws -> Uncalibrated {
    let isSimulation = source.simulate || source.scenario != nil
    let scenario = try source.parsedScenario(default: scenario)
    let (plan, complaint) = SensorPlan.decide(
      source.configuration, isExplicit: true, simulating: isSimulation ? scenario : nil,
      fallback: scenario)
    if let complaint {
      throw Failure.exit(
        ExitStatus.unavailable,
        "\(complaint); attach a magnetometer (see `compass doctor`), or try --simulate.")
    }
    var current: CalibrationParameters?
    if let profile {
      let loaded = try ProfileArgument.load(profile, for: plan.sensor)
      current = SensorPlan.parameters(of: loaded, mount: plan.mount).0
    } else {
      current =
        plan.profile(
          in: ProfileStore(environment: ProcessInfo.processInfo.environment), date: trustedDate
        ).0
    }
    var sources: [any SensorSource] = [plan.source(calibrated: false)]
    if !plan.hasOwnFixes, place.latitude == nil, let receiver = try receiver() {
      sources.append(receiver)
    }
    return Uncalibrated(
      name: plan.name, isSimulated: plan.isSimulated, sensor: plan.sensor, mount: plan.mount,
      current: current, sources: sources, coordinate: place.settings.fixedCoordinate,
      date: trustedDate)
  }
}
