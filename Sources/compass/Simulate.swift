import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingGeometry
import HeadingIIOServer
import HeadingProtocol
import HeadingSensing
import HeadingSimulation
import HeadingStorage
import HeadingTerminal

/// `compass simulate`: serves a simulated hat to other programs.
struct Simulate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve a simulated hat as a remote IIO device that any libiio program can read.",
    discussion: """
      EXAMPLES
        compass simulate --iiod                                      on 127.0.0.1:30431, until Ctrl-C
        compass simulate --iiod --scenario pose:heading=45,pitch=30
        compass simulate --iiod --fault lsm9ds1_magn=stuck           silent, stuck, zeros, rail, nan-scale …
        compass simulate --list                                      all scenarios
        compass simulate --save-profile calibration/simulated-hat.json
        iio_info -u ip:127.0.0.1; compass --uri ip:127.0.0.1         in another terminal
      """)

  @Flag(help: "Serve it with iiod's network protocol.")
  var iiod = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The TCP port; 0 selects a free one.", valueName: "port"))
  var port = IIODServer.defaultPort

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "host"))
  var host = "127.0.0.1"

  @Option(
    help: ArgumentHelp("The scenario; see --list.", valueName: "name"),
    completion: SourceOptions.scenarioNames)
  var scenario = "turning"

  @Option(
    help: ArgumentHelp("An initial fault, DEVICE=FAULT; may be repeated.", valueName: "fault"))
  var fault: [String] = []

  @Flag(help: "List the scenarios and their settings.")
  var list = false

  @Option(
    help: ArgumentHelp(
      "Write the simulated hat's calibration profile to a file.", valueName: "file"))
  var saveProfile: String?

  mutating func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port \(port) is not between 0 and 65535.")
    }
    guard iiod || list || saveProfile != nil else {
      throw ValidationError("give --iiod, --list or --save-profile FILE.")
    }
  }

  func run() async throws {
    if list {
      return try StandardStreams.writeText(Self.catalogue, terminator: "")
    }
    let chosen: Scenario
    do throws(ScenarioError) {
      chosen = try Scenario.named(scenario)
    } catch {
      throw Failure.exit(ExitStatus.usage, "\(error)")
    }
    if let saveProfile { try save(chosen, to: saveProfile) }
    if iiod { try await serve(chosen) }
  }

  /// The list of scenarios and their settings, wrapped to the terminal's width.
  private static var catalogue: String {
    let style = TerminalStyle(environment: ProcessInfo.processInfo.environment)
    func rows(_ list: [(name: String, text: String)]) -> [String] {
      list.flatMap { WrappedText.lines("  " + $0.name, $0.text, column: 22, width: style.columns) }
    }
    let scenarios = Scenario.all.map { (name: $0.name, text: $0.summary) }
    let settings = Scenario.settings.map { (name: $0, text: Scenario.values(of: $0) ?? "") }
    return
      (["SCENARIOS"] + rows(scenarios)
      + ["", "SETTINGS, after a colon, such as pose:heading=45,pitch=30"] + rows(settings))
      .map { $0 + "\n" }.joined()
  }

  private func save(_ scenario: Scenario, to path: String) throws {
    let hat = scenario.hat()
    var profile = CalibrationProfile(parameters: hat.calibration)
    profile.isSimulated = true
    profile.created = Scenario.referenceTime
    profile.place = scenario.coordinate
    profile.fieldStrength = hat.truth(at: 0).earthField.strength
    profile.inclination = hat.truth(at: 0).earthField.inclination
    profile.model = "WMM2025"
    profile.modelEpoch = 2025
    try ProfileStoreOption.checked { try profile.write(to: URL(fileURLWithPath: path)) }
    StandardStreams.writeError(
      Data("compass: written to \(PlainText.of(path)): the calibration of a SIMULATED hat\n".utf8))
  }

  private func serve(_ scenario: Scenario) async throws {
    let server = IIODServer(scenario)
    for text in fault {
      let sides = text.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, let fault = SimulatedFault(text: sides[1]) else {
        throw Failure.exit(
          ExitStatus.usage, "--fault '\(text)' is not DEVICE=FAULT; see compass help simulate.")
      }
      do {
        try server.setFaults([fault], on: String(sides[0]))
      } catch {
        throw Failure.exit(ExitStatus.usage, "--fault '\(text)': \(error).")
      }
    }
    let signals = InterruptSignals.endProgram()
    defer { signals.cancel() }
    do {
      try await server.serve(host: host, port: port) { port in
        StandardStreams.writeError(
          Data(
            """
            SIMULATED \(scenario.name): \(scenario.summary)
            listening on \(host):\(port); read it with `iio_info -u ip:\(host):\(port)` or \
            `compass --uri ip:\(host):\(port)`; Ctrl-C ends it

            """.utf8))
        // Wait until a signal ends the program.
        while true { try await Task.sleep(for: .seconds(3600)) }
      }
    } catch let error as DeviceServerError {
      throw Failure.exit(ExitStatus.unavailable, "\(error).")
    }
  }
}
