import ArgumentParser
import Foundation
import Glibc
import HeadingArguments
import HeadingProtocol
import HeadingRuntime
import HeadingTerminal

/// `compass record`: records all inputs of the estimator, so that its output can be reproduced.
struct Record: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Record sensors, fixes and solutions, as MCAP or CSV.",
    discussion: """
      What is recorded is the daemon's stream if its socket is there, else this machine's IIO sensors;
      --uri and --simulate name others. Without a sensor there is no file, and the status is 69.

      A file whose name ends in .csv is a table of samples and fixes, with the columns of `compass replay`;
      any other is MCAP, which holds everything. - is standard output. A minute of a hat with three sensors at
      100 Hz is about 10 MB as MCAP and 1 MB as CSV; what an hour will take is said before it begins.

      MCAP is read by Foxglove, PlotJuggler and the Python package `mcap`: JSON messages on /events, /heading and
      /notices. `compass replay FILE` makes the same lines of it, bit for bit; of a daemon that ran before,
      nearly the same, for what it knew then is not in the file. A file that is cut off is whole up to the cut.

      EXAMPLES
        compass record drive.mcap                    until Ctrl-C
        compass record drive.mcap --seconds 60
        compass record walk.csv                      a table, for other programs
        compass record - --seconds 5 | compass replay -
        compass record drive.mcap --connect boat.local:5450
        compass record test.mcap --simulate --seconds 5
      """)

  @Argument(
    help: "The file to write; - is standard output.")
  var file: String

  @Flag(help: "Replace a file that is there.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "mcap or csv, whatever the file's name ends in.", valueName: "format"))
  var format: RecordingDestination.Format?

  @Option(parsing: .unconditional, help: ArgumentHelp("End after so long.", valueName: "seconds"))
  var seconds: Double?

  @OptionGroup var sensors: SensorOptions
  @OptionGroup var daemon: DaemonOptions

  mutating func validate() throws {
    if let seconds, !(seconds > 0 && seconds < 1e9) {
      throw ValidationError("--seconds \(NumberText.typed(seconds)) is not a time to record.")
    }
    if destination.isStandardOutput, destination.format == .mcap, isatty(STDOUT_FILENO) == 1 {
      throw ValidationError(
        "MCAP is nothing for a terminal: name a file, give --format csv, or write into a pipe.")
    }
  }

  private var destination: RecordingDestination { RecordingDestination(file, format: format) }

  func run() async throws {
    if !force, let size = destination.existingSize, size > 0 {
      throw Failure.exit(
        ExitStatus.cannotCreate,
        "\(file) is there already, \(ByteCountText.text(Double(size))): name another file, or give --force."
      )
    }
    if let client = try daemon.client(unless: sensors) {
      try await DaemonRecording(client: client, destination: destination, seconds: seconds).run()
    } else {
      try await SensorRecording(sensors: sensors, destination: destination, seconds: seconds)
        .run()
    }
  }
}
