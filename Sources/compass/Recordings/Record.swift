import ArgumentParser
import FoundationEssentials
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
      Records the daemon's stream if its socket exists, else this machine's IIO sensors; --uri and
      --simulate select others. Without a sensor no file is created, and the exit status is 69.

      A file name that ends in .csv selects a table of samples and fixes with the columns of `compass
      replay`; any other selects MCAP, which contains everything. - is standard output. A minute of a
      hat with three sensors at 100 Hz takes about 10 MB as MCAP and 1 MB as CSV; the expected size of
      an hour is printed at the start.

      Foxglove, PlotJuggler and the Python package `mcap` read MCAP: JSON messages on /events, /heading
      and /notices. `compass replay FILE` reproduces the same lines bit for bit; approximately for a
      daemon that was already running, whose state is not in the file. A file that was cut off is valid
      up to the cut.

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

  @Flag(help: "Replace an existing file.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "mcap or csv; by default selected by the file's name.", valueName: "format"))
  var format: RecordingDestination.Format?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Duration of the recording.", valueName: "seconds"))
  var seconds: Double?

  @OptionGroup var sensors: SensorOptions
  @OptionGroup var daemon: DaemonOptions

  mutating func validate() throws {
    if let seconds, !(seconds > 0 && seconds < 1e9) {
      throw ValidationError("--seconds \(NumberText.typed(seconds)) is not a valid duration.")
    }
    if destination.isStandardOutput, destination.format == .mcap, isatty(STDOUT_FILENO) == 1 {
      throw ValidationError(
        "MCAP is binary and not for a terminal: name a file, give --format csv, or write into a pipe."
      )
    }
  }

  private var destination: RecordingDestination { RecordingDestination(file, format: format) }

  func run() async throws {
    if !force, let size = destination.existingSize, size > 0 {
      throw Failure.exit(
        ExitStatus.cannotCreate,
        "\(file) already exists, \(ByteCountText.text(Double(size))): name another file, or give --force."
      )
    }
    if let client = try await daemon.client(unless: sensors) {
      try await DaemonRecording(client: client, destination: destination, seconds: seconds).run()
    } else {
      try await SensorRecording(sensors: sensors, destination: destination, seconds: seconds)
        .run()
    }
  }
}
