import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingOutputs
import HeadingProtocol
import HeadingSystem
import HeadingTerminal
import Logging
import Synchronization

/// `compass fleet`: shows the robots on a broker of MQTT.
struct Fleet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the robots on a broker of MQTT, those in trouble first.",
    discussion: """
      Reads the states that headingd publishes with `outputs: mqtt`. A heading that has expired is not shown.

      EXAMPLES
        compass fleet --server broker.example               live, in a terminal
        compass fleet --server broker.example --once --json | jq -r 'select(.trouble != "ok").robot'
        compass fleet --server broker.example --tls --user fleet --password-file /etc/headingd/mqtt.password
        compass fleet --prefix fleet/boats
      """)

  @OptionGroup var broker: BrokerOptions

  @Flag(help: "Print the robots once, and end.")
  var once = false

  @Flag(help: "Print one JSON object for each robot; without --once, for each message.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "With --once: time for robots of a broker that keeps no states for those who come later, s.",
      valueName: "seconds"))
  var wait = 5.0

  mutating func validate() throws {
    guard (0.1...3600).contains(wait) else {
      throw ValidationError("--wait '\(wait)' is not 0.1 to 3600 s.")
    }
  }

  func run() async throws {
    let style = TerminalStyle(environment: ProcessInfo.processInfo.environment)
    if once { return try await runOnce(style) }
    if !json, TerminalSession.isAvailable { return await runScreen(style) }
    try await runLines(FleetTable(style: style))
  }

  private func runOnce(_ style: TerminalStyle) async throws {
    let listener = FleetListener(
      prefix: broker.prefix, servers: broker.server.count, extent: .once(wait: wait))
    try await follow(listener)
    if let refusal = listener.refusal { throw self.failure(refusal) }
    let (board, now) = (listener.board, FleetListener.now)
    let table = FleetTable(style: style)
    if board.count == 0 {
      StandardStreams.writeError(
        Data(
          ("compass: no robot publishes below \(broker.prefix)/ on \(broker.name): "
            + "check --prefix, and `outputs: mqtt` of the robots.\n").utf8))
    } else if !json {
      try StandardStreams.writeLine(table.header)
    }
    for robot in board.sorted(at: now) {
      if json {
        try StandardStreams.write(try FleetTable.json(robot, at: now))
      } else {
        try StandardStreams.writeLine(table.line(robot, at: now))
      }
    }
    if !json { try StandardStreams.writeLine(table.summary(board, at: now)) }
  }

  private func runScreen(_ style: TerminalStyle) async {
    let listener = FleetListener(prefix: broker.prefix, servers: broker.server.count, extent: .live)
    let settings = broker.settings
    SystemThread.start { Self.session(settings).run(listener, wake: -1) }
    await FleetScreen(style: style, source: broker.name).run {
      FleetScreen.Content(
        board: listener.board, now: FleetListener.now, notice: listener.notice)
    }
    listener.end()
  }

  /// A line for each change of a robot's trouble, or a JSON object for each message.
  private func runLines(_ table: FleetTable) async throws {
    let problem = Problem()
    let listener = FleetListener(
      prefix: broker.prefix, servers: broker.server.count, extent: .live,
      telling: json
        ? .messages { problem.keep($0) { try FleetTable.json($0, at: FleetListener.now) } }
        : .changes {
          problem.keep($0) { Data(PlainText.of(table.line($0, at: FleetListener.now)).utf8) + [10] }
        })
    let signals = InterruptSignals.endProgram()
    defer { signals.cancel() }
    try await follow(listener)
    if let error = problem.error.withLock({ $0 }) { throw error }
  }

  /// Why standard output takes no more.
  private final class Problem: Sendable {
    let error = Mutex<(any Error)?>(nil)

    /// Writes what is made of a robot; returns whether it could be written.
    func keep(_ robot: FleetRobot, _ make: (FleetRobot) throws -> Data) -> Bool {
      do {
        try StandardStreams.write(try make(robot))
        return true
      } catch {
        self.error.withLock { $0 = error }
        return false
      }
    }
  }

  /// Runs a session on a thread of its own until it ends.
  private func follow(_ listener: FleetListener) async throws {
    let settings = broker.settings
    let isStarted = await withCheckedContinuation { continuation in
      let isStarted = SystemThread.start {
        Self.session(settings).run(listener, wake: -1)
        continuation.resume(returning: true)
      }
      if !isStarted { continuation.resume(returning: false) }
    }
    guard isStarted else {
      throw Failure.exit(ExitStatus.unavailable, "the system gives no thread.")
    }
  }

  private static func session(_ settings: MQTTSettings) -> MQTTSession {
    MQTTSession(
      settings, logger: Logger(label: "fleet") { _ in SwiftLogNoOpLogHandler() })
  }

  private func failure(_ failure: MQTTFailure) -> ExitCode {
    let status =
      failure.kind == .credentials ? ExitStatus.noPermission : ExitStatus.unavailable
    return Failure.exit(status, "\(broker.name): \(failure).")
  }
}
