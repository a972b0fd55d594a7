import ArgumentParser
import Foundation
import HeadingArguments
import HeadingRuntime
import HeadingTerminal

/// `compass why`: explains the terms of the heading's accuracy bound and how to reduce them.
struct Why: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what the heading's error is made of, largest first, and what helps.",
    discussion: """
      Listens until there is a heading, as compass --once does, and takes its bound apart.

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
    let feed = try HeadingFeed.chosen(sensors: sensors, daemon: daemon)
    let readout = Readout(
      style: TerminalStyle(environment: ProcessInfo.processInfo.environment),
      mode: .explanation(json: json), rate: nil, source: feed.name)
    try Readout.check(await readout.show(feed))
  }
}
