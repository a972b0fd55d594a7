import HeadingEngine
import HeadingRuntime
import HeadingSensing

/// Health of the service, with a one-line description.
struct Health {
  /// Age beyond which samples count as missing, and lag beyond which the loop counts as stalled, s.
  static let longestSilence = 2.0

  /// Whether there is what was asked for, from current samples.
  let isGood: Bool

  /// `ok`, with a mark for simulated sensors, or the cause of the failure.
  let line: String

  /// Evaluates a report and the delay of lines in the event loop, s.
  ///
  /// Health (`/healthz`) needs a heading. Readiness (`/readyz`) does not: a client that waits for the
  /// service is served, with the reason why there is none.
  init(_ report: ServiceReport, lag: Double = 0, needsHeading: Bool = true) {
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
    isGood = !needsHeading || !newest.solution.magneticHeading.isMissing
    let mark = report.isSimulated ? ", SIMULATED" : ""
    line =
      isGood
      ? "ok" + mark : "no heading: " + newest.solution.reasons.names.joined(separator: ", ")
  }
}
