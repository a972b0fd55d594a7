package import ArgumentParser
import Foundation
import HeadingEngine
import HeadingGNSS
package import HeadingRuntime
package import HeadingSensing
import HeadingStorage
import IndustrialIO

/// Everything that says which sensors are read and how: the same for every program.
package struct SensorOptions: ParsableArguments {
  @OptionGroup package var source: SourceOptions
  @OptionGroup package var place: PlaceOptions
  @OptionGroup package var data: DataOptions

  @Option(help: ArgumentHelp("A calibration profile to apply.", valueName: "file"))
  package var profile: String?

  @Option(
    help: ArgumentHelp("gpsd's HOST[:PORT] for fixes; `none` reads none.", valueName: "host"))
  package var gpsd = "localhost"

  package init() {}

  package mutating func validate() throws { _ = try receiver() }

  /// The service with its sources, not yet running.
  package struct Opened: Sendable {
    /// What people call the sensors.
    package let name: String
    package let service: HeadingService
    package let sources: [any SensorSource]
  }

  /// Builds the service that the options ask for.
  ///
  /// - Parameter waits: Whether sensors that are not there are waited for; otherwise the simulated hat
  ///   takes their place, unless the context was named.
  /// - Returns: The service with its sources.
  /// - Throws: Why the profile, the scenario or the receiver cannot be used.
  package func open(waits: Bool) throws -> Opened {
    let scenario = try source.parsedScenario()
    let (plan, complaint) = SensorPlan.decide(
      source.configuration, isExplicit: source.uri != nil || waits,
      simulating: source.simulate || source.scenario != nil ? scenario : nil, fallback: scenario)
    let geoid = data.geoid()
    let engine = HeadingEngine(magneticModel: try data.magneticModel(), geoid: geoid.grid)
    let service = HeadingService(engine: engine, isSimulated: plan.isSimulated)
    if let complaint = geoid.complaint { service.notice(SensorNotice(.warning, nil, complaint)) }
    if let complaint { tell(complaint, of: plan, to: service) }
    service.configure(
      settings: place.settings, calibration: try calibration(for: plan, service),
      date: place.universalTime)
    var sources: [any SensorSource] = [plan.source]
    if !plan.hasOwnFixes, let receiver = try receiver() { sources.append(receiver) }
    return Opened(name: plan.name, service: service, sources: sources)
  }

  /// The profile named, else the one kept for the magnetometer.
  private func calibration(
    for plan: SensorPlan, _ service: HeadingService
  ) throws -> CalibrationParameters? {
    let found: (parameters: CalibrationParameters?, notice: SensorNotice?)
    if let profile {
      found = SensorPlan.parameters(of: try ProfileArgument.load(profile), mount: plan.mount)
    } else {
      found = plan.profile(in: ProfileStore(environment: ProcessInfo.processInfo.environment))
    }
    if let notice = found.notice { service.notice(notice) }
    return found.parameters
  }

  /// One line why the sensors are not those that were looked for, and how to get some.
  private func tell(_ complaint: String, of plan: SensorPlan, to service: HeadingService) {
    let remedy =
      plan.hasOwnFixes
      ? "attach an IIO magnetometer (see `compass doctor`); showing a SIMULATED hat"
      : "waiting for \(source.configuration.uri); see `compass doctor`"
    service.notice(SensorNotice(.warning, nil, "\(complaint): \(remedy)"))
  }

  /// The receiver behind gpsd at HOST[:PORT] or [ADDRESS]:PORT; `nil` for `none`.
  private func receiver() throws -> GPSDSource? {
    if gpsd == "none" { return nil }
    guard let (host, port) = HostAndPort.parse(gpsd, defaultPort: GPSDSource.defaultPort) else {
      throw ValidationError(
        "--gpsd '\(gpsd)' is not HOST or HOST:PORT with a port between 1 and 65535.")
    }
    return GPSDSource(host: host, port: port)
  }
}
