import HeadingArguments
import HeadingTerminal

extension Readout {
  /// Throws the exit status of a readout that failed, after a message.
  static func check(_ ending: Ending) throws {
    switch ending {
    case .finished, .calibration: return
    case .outputClosed: throw ExitStatus.outputClosed
    case .noHeading(let reasons):
      throw Failure.exit(
        ExitStatus.unavailable,
        "no heading within \(Int(timeout)) s: \(reasons.text(separator: ", ")); see `compass doctor`."
      )
    case .outputFailed(let why):
      throw Failure.exit(ExitStatus.ioError, "standard output cannot be written: \(why).")
    case .sourceEnded(let why): throw Failure.exit(ExitStatus.unavailable, why)
    }
  }
}
