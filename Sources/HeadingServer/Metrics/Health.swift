import HeadingEngine
import HeadingRuntime
import HeadingSensing

/// Whether the service does what it is for, in one line.
struct Health {
  /// Updates that are older are none, seconds.
  static let longestSilence = 2.0

  /// Whether there is a heading, made of samples that came just now.
  let isGood: Bool

  /// `ok`, of simulated sensors with that, or why not.
  let line: String

  /// Judges a report, and the seconds that lines wait to leave.
  init(_ report: ServiceReport, lag: Double = 0) {
    guard lag <= Self.longestSilence else {
      isGood = false
      line = "no line has left for \(Int(lag)) s: the loop that publishes stands still"
      return
    }
    guard let newest = report.newest, let sample = report.activity.newestMotion else {
      isGood = false
      line = "no sample yet"
      return
    }
    let age = report.time.seconds(since: sample)
    guard age <= Self.longestSilence else {
      isGood = false
      line = "no sample for \(Int(age)) s"
      return
    }
    isGood = !newest.solution.magneticHeading.isMissing
    let mark = report.isSimulated ? ", SIMULATED" : ""
    line =
      isGood
      ? "ok" + mark : "no heading: " + newest.solution.reasons.names.joined(separator: ", ")
  }
}
