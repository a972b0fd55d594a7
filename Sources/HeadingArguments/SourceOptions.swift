package import ArgumentParser
import HeadingGeometry
import HeadingRuntime
import HeadingSensing
package import HeadingSensorFeed
package import HeadingSimulation
import HeadingTerminal
package import IndustrialIO

/// Options that select the sensors.
package struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The IIO context: local:, ip:HOST[:PORT], usb:BUS.DEVICE or xml:FILE. Default: this machine's devices and those of headingd's bridge.",
      valueName: "uri"))
  package var uri: String?

  @Flag(help: "Use the simulated hat.")
  package var simulate = false

  @Option(
    help: ArgumentHelp(
      "What is simulated, such as pose:heading=45,pitch=30,roll=-20; `compass simulate --list` names all.",
      valueName: "name"), completion: Self.scenarioNames)
  package var scenario: String?

  @Option(
    help: ArgumentHelp(
      "Sensors that something else reads: unix:PATH, udp:HOST:PORT, tcp:HOST:PORT, serial:DEVICE[@RATE] or - for standard input; docs/feed.md. May be repeated.",
      valueName: "endpoint"))
  package var feed: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Form of the feed's messages: json, lines of at most \(FeedFormat.longestLine) bytes, binary, frames of at \
      most \(FeedFormat.longestFrame), or auto. Default auto.
      """, valueName: "form"))
  package var feedFormat: String?

  /// Group that may connect to the feed's socket; from the daemon's configuration only.
  @Option(help: .hidden)
  package var feedGroup: String?

  @OptionGroup package var flightController: FlightControllerOptions

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Orientation of the chips, in words (x=forward,y=left) or as a matrix (0,1,0;-1,0,0;0,0,1); \
      of one sensor with its name before it (magnetometer=x=backward,y=left,z=up).
      """,
      valueName: "mount"))
  package var mount: [String] = []

  @Option(
    help: ArgumentHelp("The magnetometer to use: IIO id, name or label.", valueName: "device"))
  package var magnetometer: String?

  @Option(help: ArgumentHelp("The accelerometer to use.", valueName: "device"))
  package var accelerometer: String?

  @Option(help: ArgumentHelp("The gyroscope to use.", valueName: "device"))
  package var gyroscope: String?

  @Option(help: ArgumentHelp("The barometer to use.", valueName: "device"))
  package var barometer: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Sampling rate of accelerometer and gyroscope; the driver's next higher rate is used, default 100.",
      valueName: "hertz"))
  package var sensorRate: Double?

  @Option(
    help: ArgumentHelp(
      "The IIO channel of a vehicle's current or voltage, such as ina219/current3: its magnetic field is subtracted.",
      valueName: "device/channel"))
  package var load: String?

  /// Scenario names for shell completion.
  package static let scenarioNames = CompletionKind.list(Scenario.all.map(\.name))

  /// Longest wait for a declaration where nothing can begin without one, s: senders without a
  /// connection repeat it every second.
  package static let declarationWait = 5.0

  package init() {}

  package mutating func validate() throws {
    if let sensorRate, !(1...10_000).contains(sensorRate) {
      throw ValidationError(
        "--sensor-rate \(NumberText.typed(sensorRate)) is not between 1 and 10000 Hz.")
    }
    if let load, LoadChannel(load) == nil {
      throw ValidationError("--load '\(load)' is not DEVICE/CHANNEL, such as ina219/current3.")
    }
    if isSimulation, let option = given.first(where: Self.sensorOptions.contains) {
      throw ValidationError("\(option) needs sensors; the simulated hat has no such option.")
    }
    if simulate, uri != nil {
      throw ValidationError("--simulate and --uri exclude each other; give one of them.")
    }
    if let uri, let complaint = Self.complaint(uri) {
      throw ValidationError(
        "--uri '\(uri)' \(complaint); an IIO context is local:, ip:HOST[:PORT], usb:BUS.DEVICE or xml:FILE."
      )
    }
    for text in feed where FeedEndpoint(text) == nil {
      throw ValidationError(
        "--feed '\(text)' is not unix:PATH, udp:HOST:PORT, tcp:HOST:PORT, serial:DEVICE[@RATE] or -; HOST is "
          + "a numeric address, RATE a usual one from 9600 to 2000000 bit/s.")
    }
    if let feedFormat, FeedFormat(rawValue: feedFormat) == nil {
      throw ValidationError("--feed-format '\(feedFormat)' is none of json, binary, auto.")
    }
    do throws(MountChoiceError) {
      _ = try mountChoice()
    } catch {
      throw ValidationError("--mount '\(mountText ?? "")' cannot be used: \(error).")
    }
    if scenario != nil {
      do throws(ScenarioError) { _ = try parsedScenario() } catch {
        throw ValidationError("\(error)")
      }
    }
  }

  /// Error message for a URI, more precise than libiio's; `nil` if the URI is valid.
  static func complaint(_ uri: String) -> String? {
    let parts = uri.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count == 2 ? parts[1] : ""
    switch (parts[0], rest.isEmpty) {
    case ("local", _) where parts.count == 2: return rest.isEmpty ? nil : "has text after its colon"
    case ("ip", true): return "names no host"
    case ("ip", false):
      return HostAndPort.parse(String(rest), defaultPort: 30_431) == nil
        ? "has no host, or a port that is not between 1 and 65535" : nil
    case ("usb", true), ("serial", true): return "names no device"
    case ("xml", true), ("file", true): return "names no file"
    case ("usb", false), ("xml", false), ("serial", false), ("file", false): return nil
    default: return "is not an IIO context"
    }
  }

  /// Checks an XML context at once, because waiting as for a sensor cannot help.
  ///
  /// - Throws: The exit status 65 or 66 after printing the reason.
  func checkFile() throws {
    guard let uri, uri.hasPrefix("xml:") else { return }
    do throws(IIOError) {
      _ = try IIOInventory(reading: uri, depth: .structure)
    } catch {
      throw Failure.exit(error.status, "\(error).")
    }
  }

  /// Options that apply only to the sensors of an IIO context.
  private static let sensorOptions: Set = [
    "--mount", "--magnetometer", "--accelerometer", "--gyroscope", "--barometer", "--sensor-rate",
    "--load", "--feed", "--mavlink",
  ]

  /// The texts of all `--mount`, as one.
  package var mountText: String? { mount.isEmpty ? nil : mount.joined(separator: " ") }

  private func mountChoice() throws(MountChoiceError) -> MountChoice? {
    guard let mountText else { return nil }
    return try MountChoice(mountText)
  }

  /// The scenario that the user names, else the default.
  package func parsedScenario(default name: String = "turning") throws(ScenarioError) -> Scenario {
    try Scenario.named(scenario ?? name)
  }

  /// Names of the given options.
  var given: [String] {
    let options: [(name: String, isGiven: Bool)] = [
      ("--uri", uri != nil), ("--simulate", simulate), ("--scenario", scenario != nil),
      ("--mount", !mount.isEmpty), ("--magnetometer", magnetometer != nil),
      ("--accelerometer", accelerometer != nil), ("--gyroscope", gyroscope != nil),
      ("--barometer", barometer != nil), ("--sensor-rate", sensorRate != nil),
      ("--load", load != nil), ("--feed", !feed.isEmpty),
      ("--mavlink", flightController.mavlink != nil),
    ]
    return options.filter(\.isGiven).map(\.name)
  }

  /// Whether the user named sensors, so that a daemon's sensors are not used.
  package var isSpecified: Bool { !given.isEmpty }

  /// Whether the user named a context or a device, which no simulation may replace.
  package var namesDevices: Bool {
    uri != nil || magnetometer != nil || accelerometer != nil || gyroscope != nil
      || barometer != nil
  }

  /// Whether the user named a feed or a flight controller.
  package var hasFeed: Bool { !feed.isEmpty || flightController.mavlink != nil }

  /// Whether the user requested the simulated hat.
  package var isSimulation: Bool { simulate || scenario != nil }

  /// Opens the feed.
  ///
  /// - Returns: The feed; `nil` if none is requested.
  /// - Throws: ``FeedError`` if an endpoint cannot be opened.
  package func feedReceiver() throws(FeedError) -> FeedReceiver? {
    let settings = FeedSettings(
      endpoints: feed.compactMap { FeedEndpoint($0) },
      format: feedFormat.flatMap { FeedFormat(rawValue: $0) } ?? .auto, group: feedGroup,
      flightController: flightController.configuration)
    guard let settings else { return nil }
    return try FeedReceiver.of(settings)
  }

  /// The configuration of the libiio source.
  package var configuration: IIOConfiguration {
    var configuration = IIOConfiguration(uris: uri.map { [$0] } ?? IIOConfiguration.thisMachine)
    configuration.use((try? mountChoice()) ?? nil)
    let chosen: [(SensorKind, String?)] = [
      (.magnetometer, magnetometer), (.accelerometer, accelerometer), (.gyroscope, gyroscope),
      (.barometer, barometer),
    ]
    for (kind, device) in chosen { configuration.devices[kind] = device }
    configuration.load = load.flatMap { LoadChannel($0) }
    if let sensorRate {
      configuration.rates[.accelerometer] = sensorRate
      configuration.rates[.gyroscope] = sensorRate
    }
    return configuration
  }
}
