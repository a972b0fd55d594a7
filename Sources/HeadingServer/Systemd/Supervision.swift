import HeadingEngine
import HeadingRuntime
import HeadingSensing
import HeadingSystemd
import ServiceLifecycle

/// Notifies the service manager: ready with the first heading, and a watchdog keep-alive while
/// samples arrive and lines are sent.
package struct Supervision: Service {
  /// Polling period until ready, s; it delays the units that are ordered after this one.
  private static let readyInterval = 0.05

  /// Polling period once ready, s; a watchdog timeout below a second would need a shorter one.
  private static let interval = 0.25

  /// Period of the status line for `systemctl status`, s.
  private static let lineInterval = 2.0

  let service: HeadingService
  let manager: ServiceManager

  /// Returns how long lines now wait for the event loop, s.
  let lag: @Sendable () -> Double

  /// Decides after each poll of the service which notifications are due.
  struct NotificationPolicy {
    private(set) var isReady = false
    private var countedSamples: UInt64 = 0
    private var lastFed: Double?
    let watchdogLimit: Double?

    init(watchdogLimit: Double?) { self.watchdogLimit = watchdogLimit }

    /// Returns the notifications that are due now.
    ///
    /// - Parameters:
    ///   - hasHeading: Whether there is a heading now.
    ///   - samples: Number of samples so far from the sensors that determine the heading.
    ///   - lag: How long lines wait for the event loop, s.
    ///   - now: Time of a monotonic clock, s.
    /// - Returns: The notifications in the order of sending.
    mutating func states(
      hasHeading: Bool, samples: UInt64, lag: Double = 0, now: Double
    ) -> [ServiceManager.State] {
      var states: [ServiceManager.State] = []
      if !isReady, hasHeading {
        isReady = true
        states.append(.ready)
      }
      // Every third of the limit, so that one late poll does not exceed it.
      if let watchdogLimit, isReady, samples > countedSamples, lag <= Health.longestSilence,
        lastFed.map({ now - $0 >= watchdogLimit / 3 }) ?? true
      {
        states.append(.alive)
        lastFed = now
        countedSamples = samples
      }
      return states
    }
  }

  /// Notifies the manager until a graceful shutdown or a cancellation, and then reports that the
  /// service is stopping.
  package func run() async {
    await cancelWhenGracefulShutdown { await watch() }
    manager.notify(.stopping)
  }

  /// Runs until the task is cancelled.
  private func watch() async {
    var policy = NotificationPolicy(watchdogLimit: manager.watchdogLimit)
    var sentLine = ""
    var nextLineTime = 0.0
    let start = ContinuousClock.now
    while !Task.isCancelled {
      let now = start.duration(to: .now) / .seconds(1)
      let report = service.report
      let newest = report.newest
      let states = policy.states(
        hasHeading: newest.map { !$0.solution.magneticHeading.isMissing } ?? false,
        samples: report.activity.motionCount, lag: lag(), now: now)
      for state in states { manager.notify(state) }
      if now >= nextLineTime {
        nextLineTime = now + Self.lineInterval
        let line = newest.map(Self.statusLine) ?? "starting"
        if line != sentLine { manager.notify(.status(line)) }
        sentLine = line
      }
      let pause = policy.isReady ? Self.interval : Self.readyInterval
      do { try await Task.sleep(for: .seconds(pause)) } catch { return }
    }
  }

  private static func statusLine(_ update: SolutionUpdate) -> String {
    let reasons = update.solution.reasons.names.joined(separator: ", ")
    let mark = update.solution.isSimulated ? "SIMULATED, " : ""
    return mark + update.solution.status.name + (reasons.isEmpty ? "" : ": " + reasons)
  }
}
