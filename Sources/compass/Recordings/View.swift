import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingServer

/// `compass view`: shows a recording in the browser.
struct View: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show a recording in the browser: plots, a time slider, profiles side by side.",
    discussion: """
      The page is that of `compass web`, with the recording instead of the daemon. It is served to this
      machine only, at the address that is printed, until Ctrl-C; its token keeps other users from the
      recording. With --profile the headings of other calibrations are shown beside the recorded ones.

      EXAMPLES
        compass view drive.mcap
        compass view walk.csv --profile old.json --profile new.json --latitude 47.4 --longitude 8.5
        ssh -L 8138:127.0.0.1:8138 robot compass view drive.mcap --port 8138
      """)

  @OptionGroup var recording: RecordingHistories

  @Option(help: ArgumentHelp("The port; by default any free one.", valueName: "port"))
  var port: UInt16 = 0

  @Flag(help: "Print the address only, and open no browser.")
  var print = false

  func run() async throws {
    let histories = try recording.histories(command: "view")
    let address: String
    do {
      address = try await RecordingPage(title: recording.title, histories).serve(port: Int(port))
    } catch {
      throw Failure.exit(
        ExitStatus.unavailable,
        "port \(port) cannot be had: \(error). Name another with --port, or none for any free one.")
    }
    try StandardStreams.writeText(address)
    let signals = InterruptSignals.endProgram()
    defer { signals.cancel() }
    if !print { Desktop.open(address) }
    while !Task.isCancelled { try await Task.sleep(for: .seconds(3600)) }
  }
}
