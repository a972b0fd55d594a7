import ArgumentParser
import Dispatch
import FoundationEssentials
import HeadingArguments
import HeadingOutputs
import HeadingProtocol
import HeadingRuntime
import HeadingSensorFeed
import HeadingServer
import HeadingStorage
import HeadingSystemd
import Logging
import ServiceLifecycle
import UnixSignals

/// The daemon's command line: reads the sensors once and publishes to many clients.
struct Headingd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "headingd",
    abstract: "Read the sensors once and publish the heading to many programs.",
    discussion: """
      Publishes one JSON object per line on a Unix socket; docs/protocol.md describes it. Runs in the
      foreground, without root and without systemd too. Sensors that are not there are waited for.
      Arguments replace environment variables, and these the configuration file; SIGHUP reads it again.

      EXAMPLES
        headingd                                    /run/headingd/headingd.sock, else $XDG_RUNTIME_DIR
        headingd --config /etc/headingd/headingd.yaml
        headingd --socket /tmp/heading.sock --uri ip:192.168.1.20
        headingd --simulate --socket /tmp/heading.sock & compass --socket /tmp/heading.sock
      """,
    version: ProgramVersion.text)

  @Option(help: ArgumentHelp("The configuration, YAML; docs/service.md.", valueName: "file"))
  var config: String?

  @Flag(help: "Say whether the configuration is in order, and end.")
  var checkConfig = false

  @Flag(
    help:
      "Print the drop-in of the systemd unit for the addresses that the configuration names, and end."
  )
  var printNetwork = false

  @OptionGroup var sensors: SensorOptions

  @Option(help: ArgumentHelp("The Unix socket to listen on.", valueName: "path"))
  var socket: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Listen on this TCP port of 127.0.0.1 too.", valueName: "port"))
  var port: Int?

  mutating func validate() throws {
    if let port, !(1...65_535).contains(port) {
      throw ValidationError("--port \(port) is not between 1 and 65535.")
    }
  }

  func run() async throws {
    if checkConfig { return try check() }
    if printNetwork { return try showNetwork() }
    let log = ServiceLog()
    LoggingSystem.bootstrap { log.handler($0) }
    let (command, logger) = (self, Logger(label: "headingd"))
    let daemon = HeadingDaemon(
      load: {
        let configuration = try command.load()
        // A directory of accounts in the network may block.
        DispatchQueue.global().async {
          for doubt in configuration.doubts(path: command.file) { logger.warning("\(doubt)") }
        }
        return configuration
      },
      find: {
        try command.sensors.completed(from: $0).setup(absence: .isWaitedFor)
      },
      manager: ServiceManager(), log: log, logger: logger)
    // Stopped in the reverse order, so the service manager is notified first.
    let group = ServiceGroup(
      services: [ReloadSignal(daemon: daemon), daemon, daemon.supervision],
      gracefulShutdownSignals: [.sigint, .sigterm], logger: logger)
    do {
      try await group.run()
    } catch {
      throw Self.exit(error)
    }
  }

  /// Name of the configuration in messages.
  private var file: String { config ?? "the environment" }

  /// Loads the configuration file, overridden by the environment, overridden by the arguments.
  ///
  /// - Parameter readsFiles: Whether the files that are read only later are checked, too.
  /// - Returns: The configuration.
  /// - Throws: All that is wrong.
  private func load(
    readsFiles: Bool = false
  ) throws(ConfigurationError) -> ServiceConfiguration {
    let environment = ProcessInfo.processInfo.environment
    let check: ServiceConfiguration.Check = {
      sensors.problems(in: $0, path: file)
        + (readsFiles
          ? sensors.fileProblems(in: $0, path: file) + $0.credentialProblems(path: file) : [])
    }
    var configuration =
      if let config {
        try ServiceConfiguration(
          contentsOf: config, environment: environment, outputs: OutputKinds.all, check: check)
      } else {
        try ServiceConfiguration(
          yaml: "", path: file, environment: environment, outputs: OutputKinds.all, check: check)
      }
    configuration.listen.socket = socket ?? configuration.listen.socket
    configuration.listen.port = port ?? configuration.listen.port
    return configuration
  }

  private func check() throws {
    do {
      for doubt in try load(readsFiles: true).doubts(path: file) {
        StandardStreams.writeError(Data("headingd: warning: \(doubt)\n".utf8))
      }
    } catch {
      throw Self.exit(error)
    }
    try StandardStreams.writeLine("\(file) is in order")
  }

  private func showNetwork() throws {
    do {
      let rule = NetworkRule(try load())
      try StandardStreams.write(Data(rule.dropIn(resolve: HostAddresses.of).utf8))
    } catch {
      throw Self.exit(error)
    }
  }

  /// Prints the error and exits with the status of its cause.
  private static func exit(_ error: any Error) -> ExitCode {
    switch error {
    // A model file was refused, and the reason is already printed.
    case let code as ExitCode: code
    case let error as ConfigurationError:
      Failure.exit(ExitStatus.configuration, "\(error)")
    case let error as FeedError:
      Failure.exit(ExitStatus.cannotCreate, "\(error).")
    case let error as ProfileError:
      Failure.exit(ProfileArgument.status(error), "\(error).")
    case HeadingServerError.socketFailed, HeadingServerError.notASocket,
      HeadingServerError.pathTooLong:
      Failure.exit(ExitStatus.cannotCreate, "\(error).")
    case let error as HeadingServerError:
      Failure.exit(ExitStatus.unavailable, "\(error).")
    default: Failure.exit(ExitStatus.configuration, "\(error).")
    }
  }
}
