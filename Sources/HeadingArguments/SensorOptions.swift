package import ArgumentParser
import FoundationEssentials
import HeadingClock
package import HeadingGNSS
import HeadingNMEA2000
package import HeadingRuntime
package import HeadingSensing
import HeadingSensorFeed
import HeadingStorage
import IndustrialIO

/// Options of the sensors and their processing, the same for every program.
package struct SensorOptions: ParsableArguments {
  @OptionGroup package var source: SourceOptions
  @OptionGroup package var place: PlaceOptions
  @OptionGroup package var data: DataOptions

  @Option(help: ArgumentHelp("A calibration profile to apply.", valueName: "file"))
  package var profile: String?

  @Option(
    help: ArgumentHelp(
      "Continuous calibration: off, propose or apply. Default propose.",
      valueName: "policy"))
  package var continuous: CalibrationPolicy?

  @Option(
    help: ArgumentHelp(
      "gpsd's HOST[:PORT] for fixes; `none` reads none. Default localhost.", valueName: "host"))
  package var gpsd: String?

  @OptionGroup package var network: NMEA2000Options

  package init() {}

  package mutating func validate() throws {
    _ = try receiver()
    if source.isSimulation, let gpsd, gpsd != "none" {
      throw ValidationError("--gpsd needs sensors; the simulated hat has its own fixes.")
    }
    guard let interface = network.nmea2000 else { return }
    if source.isSimulation {
      throw ValidationError("--nmea2000 needs sensors; the simulated hat has its own fixes.")
    }
    if let gpsd, gpsd != "none", network.configuration.replacesReceiver {
      throw ValidationError(
        "--gpsd \(gpsd) and --nmea2000 \(interface) are two receivers: omit --gpsd, or add "
          + "--nmea2000-without-position.")
    }
  }

  /// Names of the given options; all of them concern the owner of the sensors.
  package var given: [String] {
    let models = [("--data", data.data != nil), ("--model", data.model != nil)]
    return givenOfSensors + models.filter(\.1).map(\.0) + place.given
  }

  /// Names of the given options that do not apply to recordings.
  private var givenOfSensors: [String] {
    let options = [
      ("--profile", profile != nil), ("--continuous", continuous != nil), ("--gpsd", gpsd != nil),
      ("--nmea2000", network.nmea2000 != nil),
    ]
    return source.given + options.filter(\.1).map(\.0)
  }

  /// Rejects options that apply only to sensors when a recording is read.
  ///
  /// - Throws: `ValidationError` if such an option is given.
  package func refuseForRecording() throws {
    guard let option = givenOfSensors.first else { return }
    throw ValidationError(
      "\(option) applies to sensors, but --from reads a recording; give one of them.")
  }

  /// The service with its sources, not yet running.
  package struct Opened: Sendable {
    /// Display name of the sensors.
    package let name: String
    package let service: HeadingService
    package let sources: [any SensorSource]
  }

  /// Creates the service of the options.
  ///
  /// - Parameter absence: What replaces missing sensors; a named context or device is waited for.
  /// - Returns: The service with its sources.
  /// - Throws: The reason why the profile, the scenario, the receiver or the sensors cannot be
  ///   used.
  package func open(absence: MissingSensorPolicy) throws -> Opened {
    let setup = try found(absence: absence)
    let service = HeadingService()
    service.use(setup)
    return Opened(name: setup.name, service: service, sources: setup.sources)
  }

  /// Like ``setup(absence:)``, but an invalid profile or missing sensors give an exit status after
  /// printing the reason.
  package func found(absence: MissingSensorPolicy) throws -> SensorSetup {
    try source.checkFile()
    do {
      return try setup(absence: absence)
    } catch let error as ProfileError {
      throw Failure.exit(ProfileArgument.status(error), "\(error).")
    } catch let error as NoSensorError {
      throw Failure.exit(ExitStatus.unavailable, "\(error).")
    } catch let error as FeedError {
      throw Failure.exit(ExitStatus.cannotCreate, "\(error).")
    }
  }

  /// Discovers the sensors of the options; may take seconds over a network.
  ///
  /// - Parameter absence: As for ``open(absence:)``.
  /// - Returns: The sensors and their settings.
  /// - Throws: `ProfileError`, `ScenarioError`, `NoSensorError` or `ValidationError`.
  package func setup(absence: MissingSensorPolicy) throws -> SensorSetup {
    let (plan, complaint) = try SensorPlan.decide(
      source.configuration, feed: source.feedReceiver(), isNamed: source.namesDevices,
      simulating: source.isSimulation ? source.parsedScenario() : nil,
      absence: source.namesDevices ? .isWaitedFor : absence)
    var setup = SensorSetup(name: plan.name, isSimulated: plan.isSimulated)
    if let complaint { setup.notices.append(notice(complaint, of: plan)) }
    setup.magneticModel = try data.magneticModel()
    let geoid = data.geoid()
    setup.geoid = geoid.grid
    if let complaint = geoid.complaint {
      setup.notices.append(SensorNotice(.warning, nil, complaint))
    }
    setup.sensor = plan.sensor
    setup.mounts = plan.mounts
    setup.policy = continuous ?? .propose
    setup.store = ProfileStore(environment: ProcessInfo.processInfo.environment)
    setup.settings = place.settings
    setup.date = place.moment
    let (calibration, notice) = try self.calibration(for: plan)
    setup.calibration = calibration
    if let notice { setup.notices.append(notice) }
    plan.complete(&setup)
    if !plan.hasOwnFixes {
      if let network = NMEA2000Source(network.configuration) {
        setup.sources.append(plan.beside(network))
      }
      if let receiver = try receiver() { setup.sources.append(plan.beside(receiver)) }
    }
    if setup.arrival != nil {
      setup.rediscover = { try self.setup(absence: .isWaitedFor) }
    }
    return setup
  }

  /// The named profile, else the one stored for the magnetometer.
  private func calibration(
    for plan: SensorPlan
  ) throws -> (CalibrationParameters?, SensorNotice?) {
    guard let profile else {
      return plan.profile(
        in: ProfileStore(environment: ProcessInfo.processInfo.environment), date: trustedDate)
    }
    // Another sensor's profile is rejected, but any age is accepted for an explicit choice.
    let loaded = try ProfileStore.read(
      URL(fileURLWithPath: profile), for: plan.sensor, date: nil)
    return SensorPlan.parameters(of: loaded, mounts: plan.mounts)
  }

  /// The given date, else that of a synchronized clock.
  package var trustedDate: UniversalTime? {
    let clock = SystemClock().relation
    return place.universalTime ?? (clock.trust == .none ? nil : clock.universalTime)
  }

  /// A notice of why the sensors were not found and how to get some.
  private func notice(_ complaint: String, of plan: SensorPlan) -> SensorNotice {
    let remedy =
      plan.hasOwnFixes
      ? "attach an IIO magnetometer (see `compass doctor`); showing a SIMULATED hat"
      : "waiting for \(source.configuration.name); see `compass doctor`"
    return SensorNotice(.warning, nil, "\(complaint): \(remedy)")
  }

  /// The gpsd receiver at HOST[:PORT] or [ADDRESS]:PORT; `nil` for `none`, and by default if a network
  /// of NMEA 2000 gives the positions.
  package func receiver() throws -> GPSDSource? {
    let place = gpsd ?? (network.configuration.replacesReceiver ? "none" : "localhost")
    if place == "none" { return nil }
    guard let (host, port) = HostAndPort.parse(place, defaultPort: GPSDSource.defaultPort) else {
      throw ValidationError(
        "--gpsd '\(place)' is not HOST or HOST:PORT with a port between 1 and 65535.")
    }
    return GPSDSource(host: host, port: port)
  }
}
