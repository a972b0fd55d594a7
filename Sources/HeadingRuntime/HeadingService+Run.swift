import Dispatch
import HeadingClock
public import HeadingSensing
import HeadingStorage

extension HeadingService {
  /// Silence after which the estimator starts anew, s; it bridges shorter ones, as if the next sensors
  /// had the attitude and the gyroscope bias of those before.
  private static let forgetting = 2.5

  /// Smallest change of the wall clock that counts as a step, s; NTP's slewing is slower.
  private static let clockStep = 0.1

  /// Why the sources run no longer.
  private enum Interruption {
    /// Another magnetometer has appeared than at discovery.
    case arrival

    /// The sources have ended for good, or the task was cancelled.
    case end
  }

  /// Runs the sources and continuous calibration until the task is cancelled or the sources have
  /// ended for good.
  ///
  /// A magnetometer that was missing at discovery may appear later (driver loaded late, host
  /// switched on), and another may take its place. That triggers another discovery, which is needed
  /// to identify its profile.
  public func run(_ sources: [any SensorSource]) async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.keepTime() }
      await runSources(sources)
      group.cancelAll()
    }
  }

  private func runSources(_ sources: [any SensorSource]) async {
    var sources = sources
    while case .arrival = await runUntilInterrupted(sources) {
      guard let look = withState({ $0.rediscover }) else { continue }
      do {
        let setup = try await Self.blocking(look)
        if let old = report.sensor, let new = setup.sensor, old != new {
          let which =
            setup.calibration == nil ? "it is not calibrated" : "its own calibration is used"
          notice(
            SensorNotice(
              .warning, .magnetometer, "\(new.title) has taken the place of \(old.title): \(which)")
          )
          await forget()
        }
        use(setup)
        sources = setup.sources
      } catch {
        withState { state in
          state.rediscover = nil
          state.awaitArrival = nil
        }
        // A profile that was accepted before the magnetometer was known may be another one's.
        deliver(.calibration(clock.bootTime, nil))
        notice(SensorNotice(.error, .magnetometer, "\(error)"))
      }
    }
  }

  /// Waits until the estimator starts anew with the next sample.
  private func forget() async {
    guard let newest = report.activity.newestMotion else { return }
    let silence = clock.bootTime.seconds(since: newest)
    try? await Task.sleep(for: .seconds(max(0, Self.forgetting - silence)))
  }

  /// Runs the sources until the task is cancelled, they end or another magnetometer appears.
  private func runUntilInterrupted(_ sources: [any SensorSource]) async -> Interruption {
    let (continuous, wait, end) = withState { ($0.continuous, $0.awaitArrival, $0.awaitEnd) }
    return await withTaskGroup(of: Interruption?.self) { group in
      if let wait {
        group.addTask {
          await wait()
          return Task.isCancelled ? nil : .arrival
        }
      }
      if let end {
        group.addTask {
          await end()
          return Task.isCancelled ? nil : .end
        }
      }
      if let continuous {
        group.addTask {
          await continuous.run(on: self)
          return nil
        }
      }
      for source in sources {
        group.addTask {
          await source.run(delivering: self)
          return nil
        }
      }
      group.addTask {
        // Without sources too it runs until it is cancelled, which ends a stream without elements.
        let (forever, writer) = AsyncStream<Never>.makeStream()
        for await _ in forever {}
        writer.finish()
        return nil
      }
      for await interruption in group {
        guard let interruption else { continue }
        group.cancelAll()
        return interruption
      }
      return .end
    }
  }

  /// Runs a blocking function outside the thread pool shared by all tasks.
  private static func blocking<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try work() }) }
    }
  }

  /// Sends ticks at 10 Hz so that the engine detects stale sensors, monitors the guaranteed rate,
  /// and follows the wall clock every ten seconds and at once after a step.
  private func keepTime() async {
    var lastTick = clock.bootTime
    var previousRelation = clock.relation
    while !Task.isCancelled {
      let period = withState { $0.builder.contract.period }
      do { try await Task.sleep(for: .seconds(min(0.1, period))) } catch { return }
      let now = clock.bootTime
      if now.seconds(since: lastTick) >= 0.099 {
        deliver(.tick(now))
        lastTick = now
        follow(clock.relation, after: &previousRelation)
      }
      withState { Self.complain(&$0, at: now) }
    }
  }

  /// Sends the clock relation to the engine if it is due, and a notice after a step.
  private func follow(_ relation: ClockRelation, after previous: inout ClockRelation) {
    let now = relation.bootTime
    let step =
      relation.universalTime(at: now).secondsSince1970
      - previous.universalTime(at: now).secondsSince1970
    let isStep = abs(step) > Self.clockStep
    guard
      isStep || relation.trust != previous.trust
        || now.seconds(since: previous.bootTime) >= 10
    else {
      return
    }
    previous = relation
    if withState({ $0.hasGivenDate }) { return }
    deliver(.clock(relation))
    if isStep {
      notice(
        SensorNotice(
          .warning, nil,
          "the system clock was stepped by \(step.rounded()) s; the heading is not affected"))
    }
  }
}
