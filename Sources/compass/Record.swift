import ArgumentParser
import Foundation
import HeadingArguments
import HeadingProtocol
import HeadingRuntime

/// `compass record`: everything that makes the heading, so that it can be made again.
struct Record: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Record sensors, fixes and solutions into an MCAP file.",
    discussion: """
      What is recorded is the daemon's stream if its socket is there, else this machine's IIO sensors;
      --uri and --simulate name others. Without a sensor there is no file, and the status is 69.

      The file is read by Foxglove, PlotJuggler and the Python package `mcap`: JSON messages on /events,
      /heading and /notices. `compass replay FILE` makes the same lines of it, bit for bit; of a daemon
      that ran before, nearly the same, for what it knew then is not in the file. A file that is cut off
      is whole up to the cut.

      EXAMPLES
        compass record drive.mcap                    until Ctrl-C
        compass record drive.mcap --seconds 60
        compass record drive.mcap --connect boat.local:5450
        compass record test.mcap --simulate --seconds 5
      """)

  @Argument(help: "The file to write; one that is there is replaced.")
  var file: String

  @Option(help: ArgumentHelp("End after so long.", valueName: "seconds"))
  var seconds: Double?

  @OptionGroup var sensors: SensorOptions
  @OptionGroup var daemon: DaemonOptions

  mutating func validate() throws {
    if let seconds, !(seconds > 0 && seconds < 1e9) {
      throw ValidationError("--seconds \(seconds) is not a time to record.")
    }
  }

  func run() async throws {
    if let client = try daemon.client(unless: sensors) {
      try await DaemonRecording(client: client, file: file, seconds: seconds).run()
    } else {
      try await SensorRecording(sensors: sensors, file: file, seconds: seconds).run()
    }
  }
}
