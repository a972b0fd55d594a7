import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingClient
import HeadingProtocol
import HeadingTerminal

/// `compass status`: shows the status of a daemon.
struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the daemon's status: sensors, rates, latency, readers.",
    discussion: """
      EXAMPLES
        compass status
        compass status --json | jq .latency.percentile_99
      """)

  @OptionGroup var daemon: DaemonOptions

  @OptionGroup var units: UnitOptions

  @Flag(help: "Print the answer as one JSON object.")
  var json = false

  func run() async throws {
    guard let client = daemon.client else {
      throw Failure.exit(
        ExitStatus.unavailable,
        "there is no daemon socket: start the daemon with `systemctl start headingd`, or name it with "
          + "--socket or --connect.")
    }
    let answer: ServerLine
    do {
      answer = try await client.answer(to: .status)
    } catch {
      throw Failure.daemon(error)
    }
    switch answer {
    case .status(let status):
      if json { return try StandardStreams.write(try MessageCoder().line(status)) }
      try StandardStreams.writeText(
        StatusText.text(status, style: try units.style()), terminator: "")
    case .failure(let failure): throw Failure.exit(ExitStatus.unavailable, failure.reason + ".")
    default: throw Failure.exit(ExitStatus.unavailable, "the daemon gave no status.")
    }
  }
}
