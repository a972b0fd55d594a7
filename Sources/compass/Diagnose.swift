import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingOutputs
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import HeadingTerminal

/// `compass doctor`: finds problems and states their remedies.
struct Diagnose: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check all requirements of a heading and state the remedy of each problem.",
    discussion: """
      Exits with status 0 if nothing prevents a heading, else 69.

      EXAMPLES
        compass doctor
        compass doctor --uri ip:192.168.1.20
        compass doctor --chips       common chips, their drivers and overlays
      """)

  @OptionGroup var sensors: SensorOptions

  @Flag(help: "List common chips with their kernel modules and Raspberry Pi overlays.")
  var chips = false

  mutating func validate() throws {
    if sensors.source.isSimulation {
      throw ValidationError(
        "a simulated hat has no devices of its own: serve one with `compass simulate --iiod` and give "
          + "--uri ip:127.0.0.1.")
    }
  }

  func run() async throws {
    if chips {
      try StandardStreams.write(Data(ChipList.text.utf8))
      return
    }
    let sensors = try sensors.configured()
    var shown = TerminalStyle(environment: ProcessInfo.processInfo.environment)
    shown.usesColor = shown.usesColor && TerminalSession.isOutputTerminal
    let doctor = Doctor(configuration: sensors.source.configuration)
    var findings = doctor.examineMachine()
    findings += doctor.examineNetwork(outputs: OutputKinds.all, resolve: HostAddresses.of)
    if let finding = try await receiverFinding(sensors) { findings.append(finding) }
    for finding in findings {
      try StandardStreams.write(Data((finding.text(style: shown) + "\n").utf8))
    }
    if !findings.contains(where: { $0.state == .bad }) {
      let heard = doctor.examine(try await listen(sensors))
      for finding in heard {
        try StandardStreams.write(Data((finding.text(style: shown) + "\n").utf8))
      }
      findings += heard
    }
    if findings.contains(where: { $0.state == .bad }) { throw ExitStatus.unavailable }
  }

  /// Checks whether gpsd answers; `nil` if no receiver is configured.
  ///
  /// A missing receiver is no failure: the heading is then magnetic only.
  private func receiverFinding(_ sensors: SensorOptions) async throws -> Finding? {
    guard let receiver = try sensors.receiver() else { return nil }
    let notice = await FirstNotice.of(receiver, seconds: 0.5)
    return notice.map { Finding($0.severity == .info ? .good : .fair, "gpsd", $0.message) }
      ?? Finding(.good, "gpsd", "answers")
  }

  /// Returns the last update of a short run.
  private func listen(_ sensors: SensorOptions) async throws -> SolutionMessage? {
    let opened = try sensors.open(absence: .isWaitedFor)
    let feed = HeadingFeed(name: opened.name, service: opened.service, sources: opened.sources)
    return await feed.run { messages, _ in
      var first: Double?
      var last: SolutionMessage?
      for await message in messages {
        last = message
        let start = first ?? message.bootTime
        first = start
        if message.bootTime - start > Doctor.listening { break }
      }
      return last
    }
  }
}
