import HeadingEngine
import HeadingRuntime
import HeadingSensing
import ServiceLifecycle

/// Notifies the service manager: ready with the first heading, alive while samples arrive and lines
/// are sent.
package struct Supervision: Service {
  /// Polling period until ready, s; units ordered after this one wait for it.
  private static let readyInterval = 0.05

  /// Polling period once ready, s; a watchdog timeout below a second would need a shorter one.
  private static let interval = 0.25

  /// Period of the status line for `systemctl status`, s.
  private static let lineInterval = 2.0

  let service: HeadingService
  let manager: ServiceManager

  /// Delay of lines in the event loop, s.
  let lag: @Sendable () -> Double

  /// What to tell after a look at the service.
  struct Judge {
    private(set) var isReady = false
    private var counted: UInt64 = 0
    private var lastFed: Double?
    let watchdogLimit: Double?

    init(watchdogLimit: Double?) { self.watchdogLimit = watchdogLimit }

    /// What to tell now.
    ///
    /// - Parameters:
    ///   - hasHeading: Whether there is a heading now.
    ///   - samples: Samples of the sensors that a heading is made of, so far.
    ///   - lag: Seconds that lines wait to leave.
    ///   - now: Seconds of a monotonic clock.
    /// - Returns: In the order of telling.
    mutating func states(
      hasHeading: Bool, samples: UInt64, lag: Double = 0, now: Double
    ) -> [ServiceManager.State] {
      var states: [ServiceManager.State] = []
      if !isReady, hasHeading {
        isReady = true
        states.append(.ready)
      }
      // A third of the limit, so that one late look does no harm.
      if let watchdogLimit, isReady, samples > counted, lag <= Health.longestSilence,
        lastFed.map({ now - $0 >= watchdogLimit / 3 }) ?? true
      {
        states.append(.alive)
        lastFed = now
        counted = samples
      }
      return states
    }
  }

  /// Notifies the manager until a graceful shutdown or a cancellation, of which it tells it at once.
  package func run() async {
    await cancelWhenGracefulShutdown { await watch() }
    manager.notify(.stopping)
  }

  /// Runs until the task is cancelled.
  private func watch() async {
    var identify = Judge(watchdogLimit: manager.watchdogLimit)
    var told = ""
    var nextLine = 0.0
    let start = ContinuousClock.now
    while !Task.isCancelled {
      let now = start.duration(to: .now) / .seconds(1)
      let report = service.report
      let newest = report.newest
      let states = identify.states(
        hasHeading: newest.map { !$0.solution.magneticHeading.isMissing } ?? false,
        samples: report.activity.motionCount, lag: lag(), now: now)
      for state in states { manager.notify(state) }
      if now >= nextLine {
        nextLine = now + Self.lineInterval
        let line = newest.map(Self.line) ?? "starting"
        if line != told { manager.notify(.status(line)) }
        told = line
      }
      let pause = identify.isReady ? Self.interval : Self.readyInterval
      do { try await Task.sleep(for: .seconds(pause)) } catch { return }
    }
  }

  private static func line(_ update: SolutionUpdate) -> String {
    let reasons = update.solution.reasons.names.joined(separator: ", ")
    let mark = update.solution.isSimulated ? "SIMULATED, " : ""
    return mark + update.solution.status.name + (reasons.isEmpty ? "" : ": " + reasons)
  }
}
