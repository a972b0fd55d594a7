import HeadingEngine
import HeadingRuntime
import HeadingSensing
import Synchronization

/// Tells the service manager how the service does: ready with the first heading, alive while samples flow.
struct Supervision {
  private static let pollInterval = Duration.milliseconds(50)

  let service: HeadingService
  let manager: ServiceManager

  /// What to tell after a look at the service.
  struct Judge {
    private var isReady = false
    private var counted: UInt64 = 0
    private var lastFed: Double?
    let watchdogLimit: Double?

    init(watchdogLimit: Double?) { self.watchdogLimit = watchdogLimit }

    /// What to tell now.
    ///
    /// - Parameters:
    ///   - hasHeading: Whether there was a heading at least once.
    ///   - samples: Samples of the sensors that a heading is made of, so far.
    ///   - now: Seconds of a monotonic clock.
    /// - Returns: In the order of telling.
    mutating func states(
      hasHeading: Bool, samples: UInt64, now: Double
    ) -> [ServiceManager.State] {
      var states: [ServiceManager.State] = []
      if !isReady, hasHeading {
        isReady = true
        states.append(.ready)
      }
      // A third of the limit, so that one late look does no harm.
      if let watchdogLimit, isReady, samples > counted,
        lastFed.map({ now - $0 >= watchdogLimit / 3 }) ?? true
      {
        states.append(.alive)
        lastFed = now
        counted = samples
      }
      return states
    }
  }

  /// Runs until the task is cancelled.
  func run() async {
    let hasHeading = Mutex(false)
    let headline = Mutex("starting")
    let token = service.subscribe { update in
      let isThere = !update.solution.magneticHeading.isMissing
      if isThere { hasHeading.withLock { $0 = true } }
      headline.withLock { $0 = Self.line(update) }
    }
    defer { service.unsubscribe(token) }
    var judge = Judge(watchdogLimit: manager.watchdogLimit)
    var told = ""
    var looks = 0
    while !Task.isCancelled {
      let samples = service.report.activity.motionCount
      let states = judge.states(
        hasHeading: hasHeading.withLock { $0 }, samples: samples,
        now: Double(looks) * 0.05)
      for state in states { manager.tell(state) }
      if looks % 40 == 0 {
        let line = headline.withLock { $0 }
        if line != told { manager.tell(.status(line)) }
        told = line
      }
      looks += 1
      do { try await Task.sleep(for: Self.pollInterval) } catch { return }
    }
  }

  private static func line(_ update: SolutionUpdate) -> String {
    let reasons = update.solution.reasons.names.joined(separator: ", ")
    return update.solution.status.name + (reasons.isEmpty ? "" : ": " + reasons)
  }
}
