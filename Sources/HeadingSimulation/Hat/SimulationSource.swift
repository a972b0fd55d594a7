import HeadingClock
import HeadingIIOServer
public import HeadingSensing
import NIOCore
import NIOPosix

/// Event source that delivers a simulated board's events in real time, in the process itself.
public struct SimulationSource: SensorSource {
  /// The name for messages.
  public var name: String { "simulation (\(scenario))" }

  /// The board; its start time is replaced by the system's clock when the source runs.
  public var hat: SimulatedHat

  /// The scenario's name, for messages.
  public var scenario: String

  /// Whether the board's exact calibration is delivered first.
  public var calibrated: Bool

  /// Rate of the fixes, Hz; 0 without a receiver.
  public var fixes: Double

  /// Whether a notice reports that the sensors are simulated; false where another message does.
  public var isAnnounced = true

  /// Creates a source of a scenario that starts at the system's present time.
  ///
  /// - Parameters:
  ///   - scenario: The simulated scenario.
  ///   - calibrated: Whether the board's exact calibration is delivered first.
  ///   - fixes: Rate of the fixes, Hz; 0 without a receiver.
  public init(_ scenario: Scenario, calibrated: Bool = true, fixes: Double = 1) {
    hat = scenario.hat(startingAt: SystemClock().relation.universalTime)
    self.scenario = scenario.name
    self.calibrated = calibrated
    self.fixes = fixes
  }

  /// Duration of a block of events that are delivered together, ns: two samples at 119 Hz.
  ///
  /// A timer for each event would double the processor time.
  private static let block: Int64 = 16_000_000

  /// Delivers the board's events in blocks, none before its time, until the task is cancelled.
  ///
  /// After a pause of the process the missed events are delivered at once, in order. Runs on an
  /// event loop, whose timers cost half as much as those of Swift's thread pool.
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
        // At most 0.1 s at a time: the task may be cancelled.
        let turn = max(Self.block, min(wait, 100_000_000))
        do { try await loop.wait(nanoseconds: turn) } catch { return }
      }
      if Task.isCancelled { return }
      sink.deliver(event)
    }
  }
}
