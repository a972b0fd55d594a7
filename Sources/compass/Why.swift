import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingRuntime
import HeadingTerminal

/// `compass why`: explains the terms of the heading's accuracy bound and how to reduce them.
struct Why: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Explain the heading's error by its terms, largest first, with advice.",
    discussion: """
      Waits for a heading, as compass --once does, and lists the terms of its accuracy bound.

      EXAMPLES
        compass why
        compass why --connect boat.local:5450
        compass why --simulate --json
      """)

  @OptionGroup var sensors: SensorOptions
  @OptionGroup var daemon: DaemonOptions

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() async throws {
    let feed = try await HeadingFeed.chosen(sensors: sensors, daemon: daemon)
    let readout = Readout(
      style: TerminalStyle(environment: ProcessInfo.processInfo.environment),
      mode: .explanation(json: json), rate: nil, source: feed.name)
    try Readout.check(await readout.show(feed))
  }
}
