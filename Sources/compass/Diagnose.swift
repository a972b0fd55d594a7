import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingBridge
import HeadingChips
import HeadingNMEA2000
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
      On a Raspberry Pi it also looks for chips on the I²C bus of pins 3 and 5, by reading \
      their identity registers, and prints the lines that /boot/firmware/config.txt needs.

      With --feed, or a feed of the packaged service, it waits for the declaration and measures the \
      sensors' rates.

      Exits with status 0 if nothing prevents a heading, else 69.

      EXAMPLES
        compass doctor
        compass doctor --uri ip:192.168.1.20
        compass doctor --feed serial:/dev/ttyACM0
        compass doctor --mavlink udp:0.0.0.0:14550
        compass doctor --nmea2000 can0
        compass doctor --chips       common chips, their drivers and overlays
        sudo compass doctor --fix    writes config.txt, after asking
      """)

  @OptionGroup var sensors: SensorOptions

  @Flag(help: "List common chips with their kernel modules and Raspberry Pi overlays.")
  var chips = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @Flag(help: "Also look for chips whose state reading changes, such as the BNO085.")
  var probeAll = false

  @OptionGroup var fix: BootFix

  // For tests, and for the mounted card of another machine.
  @Option(
    help: ArgumentHelp("Root of the machine's files.", valueName: "folder", visibility: .hidden))
  var root: String?

  mutating func validate() throws {
    if sensors.source.isSimulation {
      throw ValidationError(
        "a simulated hat has no devices of its own: serve one with `compass simulate --iiod` and give "
          + "--uri ip:127.0.0.1.")
    }
    if fix.fix, json || chips {
      throw ValidationError("--fix asks and answers in words: omit \(json ? "--json" : "--chips").")
    }
  }

  func run() async throws {
    let machine = root.map { Machine(root: URL(fileURLWithPath: $0)) } ?? Machine()
    var shown = TerminalStyle(environment: ProcessInfo.processInfo.environment)
    if chips {
      let list = ChipList(on: machine)
      try StandardStreams.write(
        json ? try list.json() : Data(list.text(columns: shown.columns).utf8))
      return
    }
    var sensors = try sensors.configured()
    shown.usesColor = shown.usesColor && TerminalSession.isOutputTerminal
    var doctor = Doctor(
      machine: machine, configuration: sensors.source.configuration,
      probe: root == nil
        ? ChipProbe(
          includesAll: probeAll,
          open: { bus throws(BusError) in
            let bus = try DevicePort("/dev/i2c-\(bus)").open()
            return { address, register throws(BusError) in
              let chip = try bus.connect(address: address, bitRate: 0)
              return try chip.exchange([register], reading: 1)[0]
            }
          }) : nil)
    let feed =
      root == nil && !fix.fix ? await examineFeed(&sensors, &doctor) : FeedExamination()
    defer { withExtendedLifetime(feed.receiver) {} }
    var findings =
      feed.findings + doctor.examineMachineBesideFeed(isNamed: sensors.source.namesDevices)
    if fix.fix {
      try show(findings, shown)
      return try fix.run(doctor, findings)
    }
    findings += doctor.examineNetwork(outputs: OutputKinds.all, resolve: HostAddresses.of)
    if root == nil {
      if let finding = await networkFinding(sensors) { findings.append(finding) }
      if let finding = try await receiverFinding(sensors) { findings.append(finding) }
    }
    try show(findings, shown)
    if root == nil, !feed.isOfDaemon, !findings.contains(where: { $0.state == .bad }) {
      let heard = doctor.examine(try await listen(sensors))
      try show(heard, shown)
      findings += heard
    }
    if json { try StandardStreams.write(DoctorReport.json(findings)) }
    if findings.contains(where: { $0.state == .bad }) { throw ExitStatus.unavailable }
  }

  /// Prints findings as text.
  private func show(_ findings: [Finding], _ style: TerminalStyle) throws {
    guard !json else { return }
    for finding in findings {
      try StandardStreams.write(Data((finding.text(style: style) + "\n").utf8))
    }
  }

  /// Listens to the configured network of NMEA 2000; `nil` if none is read.
  private func networkFinding(_ sensors: SensorOptions) async -> Finding? {
    guard let network = NMEA2000Source(sensors.network.configuration) else { return nil }
    let notice = await FirstNotice.of(network, seconds: 6)
    return notice.map { Finding($0.severity == .info ? .good : .fair, "NMEA 2000", $0.message) }
      ?? Finding(
        .fair, "NMEA 2000", "no device on \(network.settings.interface) sends what is read")
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
