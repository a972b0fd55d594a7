import ArgumentParser
import Foundation
import HeadingArguments
import HeadingProtocol
import HeadingRuntime
import HeadingServer
import Logging

/// The service: owns the sensors once, publishes to many.
@main
struct Headingd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "headingd",
    abstract: "Read the sensors once and publish the heading to many programs.",
    discussion: """
      Publishes one JSON object per line on a Unix socket; docs/protocol.md describes it. Runs in the
      foreground, without root and without systemd too. Sensors that are not there are waited for.

      EXAMPLES
        headingd                                    /run/headingd/headingd.sock, else $XDG_RUNTIME_DIR
        headingd --socket /tmp/heading.sock --uri ip:192.168.1.20
        headingd --simulate --socket /tmp/heading.sock & compass --socket /tmp/heading.sock
      """,
    version: "0.1.0")

  @OptionGroup var sensors: SensorOptions

  @Option(help: ArgumentHelp("The Unix socket to listen on.", valueName: "path"))
  var socket: String?

  @Option(help: ArgumentHelp("Listen on this TCP port of 127.0.0.1 too.", valueName: "port"))
  var port: Int?

  mutating func validate() throws {
    if let port, !(1...65_535).contains(port) {
      throw ValidationError("--port \(port) is not between 1 and 65535.")
    }
  }

  func run() async throws {
    let logger = Logger(label: "headingd")
    let path = socket ?? SocketPath.forServer(environment: ProcessInfo.processInfo.environment)
    let opened = try sensors.open(waits: true)
    let server = HeadingServer(ServerSettings(socketPath: path, loopbackPort: port), logger: logger)
    opened.service.observeNotices { $0.log(to: logger) }
    opened.service.subscribe { update in
      server.publish(
        SolutionMessage(update.solution, simulated: update.isSimulated, latency: update.latency))
    }
    let serving = Task {
      try await server.run { logger.info("reading \(opened.name)") }
    }
    let reading = Task { await opened.service.run(opened.sources) }
    let signals = StopSignals {
      serving.cancel()
      reading.cancel()
    }
    defer { signals.cancel() }
    do {
      try await serving.value
    } catch {
      throw Failure.exit(ExitStatus.unavailable, "\(error).")
    }
    reading.cancel()
    await reading.value
  }
}
