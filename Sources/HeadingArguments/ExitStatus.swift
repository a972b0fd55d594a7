package import ArgumentParser
import Glibc
import HeadingSystem
import HeadingTerminal

/// Exit statuses: 0, 1, those of sysexits.h, and those of the signals that end a program.
package enum ExitStatus {
  /// The requested result was not reached; nothing is changed.
  package static let refused = ExitCode(1)
  /// The command line is wrong.
  package static let usage = ExitCode(64)
  /// Input data is unusable.
  package static let dataError = ExitCode(65)
  /// An input file is missing or unreadable.
  package static let noInput = ExitCode(66)
  /// A service or device is unavailable.
  package static let unavailable = ExitCode(69)
  /// An output file cannot be written.
  package static let cannotCreate = ExitCode(73)
  /// Reading or writing failed midway.
  package static let ioError = ExitCode(74)
  /// Not permitted.
  package static let noPermission = ExitCode(77)
  /// A configuration or profile is unusable.
  package static let configuration = ExitCode(78)
  /// What a shell shows for SIGINT.
  private static let interrupted = ExitCode(128 + SIGINT)
  /// What a shell shows for SIGPIPE.
  package static let outputClosed = ExitCode(128 + SIGPIPE)

  /// All exit statuses with their meanings.
  private static let meanings: [(status: ExitCode, meaning: String)] = [
    (.success, "the command succeeded, or the user ended one that runs until Ctrl-C"),
    (
      refused,
      "the result was not reached, and nothing is changed: an inaccurate calibration, an order that the "
        + "daemon did not follow"
    ),
    (usage, "the command line is wrong"),
    (dataError, "input is unusable: a damaged recording, a date outside the magnetic model"),
    (noInput, "an input file is missing or cannot be read, for want of permission too"),
    (unavailable, "no sensor, no daemon, or no heading"),
    (cannotCreate, "an output file, or a socket, cannot be created, for want of permission too"),
    (ioError, "reading or writing failed midway: a full disk"),
    (noPermission, "not permitted: no right to the daemon or to a bus"),
    (configuration, "a configuration or a calibration profile is unusable"),
    (interrupted, "Ctrl-C before the command had a result (SIGINT)"),
    (outputClosed, "the reader closed the output, as `head` does (SIGPIPE)"),
  ]

  /// The table for the help text, each line indented.
  package static let table = meanings.map {
    "  \($0.status.rawValue)".padding(to: 6) + $0.meaning
  }.joined(separator: "\n")
}
