import HeadingClock
public import HeadingSensing
import NIOCore
import NIOPosix

/// A simulated hat as a source of events in real time, without any socket in between.
public struct SimulationSource: SensorSource {
  /// What people call it.
  public var name: String { "simulation (\(scenario))" }

  /// The hat; its start time is replaced by the system's clock when the source runs.
  public var hat: SimulatedHat

  /// The scenario's name, for messages.
  public var scenario: String

  /// Whether the calibration that fits the hat is delivered first.
  public var calibrated: Bool

  /// Fixes a second; 0 for a hat without receiver.
  public var fixes: Double

  /// Whether people are told that it is simulated; not where they were told before, and why.
  public var isAnnounced = true

  /// Makes a source of a scenario that starts now by the system's clock.
  ///
  /// - Parameters:
  ///   - scenario: What is simulated.
  ///   - calibrated: Whether the calibration that fits the hat is delivered first.
  ///   - fixes: Fixes a second; 0 for a hat without receiver.
  public init(_ scenario: Scenario, calibrated: Bool = true, fixes: Double = 1) {
    hat = scenario.hat(startingAt: SystemClock().relation.universalTime)
    self.scenario = scenario.name
    self.calibrated = calibrated
    self.fixes = fixes
  }

  /// Nanoseconds of events that come at once, as in the blocks of a hat's buffer: two samples at 119 Hz.
  ///
  /// To wake for each would cost as much again as the whole work.
  private static let block: Int64 = 16_000_000

  /// Delivers the hat's events in blocks, none before it is due, until the task is cancelled.
  ///
  /// After a pause of the process the missed events are delivered at once, in their order. Runs on an
  /// event loop, whose timers cost half of those of Swift's pool.
  public func run(delivering sink: some SensorSink) async {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    await withTaskExecutorPreference(EventLoopExecutor(loop)) {
      await run(delivering: sink, on: loop)
    }
  }

  private func run(delivering sink: some SensorSink, on loop: any EventLoop) async {
    let start = SystemClock().bootTime
    var running = hat
    running.startTime = SystemClock().relation.universalTime
    sink.deliver(.simulated(start, true))
    if isAnnounced {
      sink.notice(SensorNotice(.info, nil, "these sensors are SIMULATED: scenario \(scenario)"))
    }
    let events = SimulatedEvents(
      of: running, until: .infinity, startingAt: start, calibrated: calibrated, fixes: fixes)
    for event in events {
      while !Task.isCancelled {
        let wait = event.time.nanoseconds - SystemClock().bootTime.nanoseconds
        guard wait > 0 else { break }
        // Not longer than a moment at a time: the task may be cancelled meanwhile.
        let turn = max(Self.block, min(wait, 100_000_000))
        do { try await loop.wait(nanoseconds: turn) } catch { return }
      }
      if Task.isCancelled { return }
      sink.deliver(event)
    }
  }
}
