import HeadingClock
import HeadingEngine
import HeadingGeometry
import HeadingProtocol
import HeadingSensing
import Testing

@testable import HeadingRuntime

/// The values of `steer` and their conditions.
@Suite(.timeLimit(.minutes(5)))
struct SteerTests {
  private func solution(
    _ status: SolutionStatus, at time: Double = 0, bound: Double = 2
  ) -> HeadingSolution {
    var solution = HeadingSolution(time: BootTime(seconds: time), missing: .starting)
    solution.status = status
    solution.headingAccuracy = .known(Angle(degrees: bound))
    return solution
  }

  @Test(arguments: [
    (SolutionStatus.valid, 2.0, false, Steer.ok), (.valid, 10.1, false, .degraded),
    (.degraded, 2, false, .degraded), (.invalid, 2, false, .stop), (.valid, 2, true, .stop),
    (.valid, 44.9, false, .degraded), (.valid, 45.1, false, .stop), (.degraded, 45.1, false, .stop),
    (.coasting, 44.9, false, .coast(secondsLeft: 10)), (.coasting, 45.1, false, .stop),
  ])
  func `status, accuracy and lateness determine steer`(
    status: SolutionStatus, bound: Double, isLate: Bool, expected: Steer
  ) {
    var evaluator = SteerEvaluator()
    #expect(evaluator.evaluate(solution(status, bound: bound), isLate: isLate) == expected)
  }

  @Test func `coasting counts down to stop, and a good heading resets it`() {
    var evaluator = SteerEvaluator()
    evaluator.contract.coastLimit = 5
    let steer = [100, 102, 104.5, 105, 200].map {
      evaluator.evaluate(solution(.coasting, at: $0), isLate: false)
    }
    #expect(
      steer == [
        .coast(secondsLeft: 5), .coast(secondsLeft: 3), .coast(secondsLeft: 0.5), .stop, .stop,
      ])
    #expect(evaluator.evaluate(solution(.valid, at: 201), isLate: false) == .ok)
    #expect(
      evaluator.evaluate(solution(.coasting, at: 202), isLate: false) == .coast(secondsLeft: 5))
  }

  @Test func `a contract recorded before the bound of stop has none`() throws {
    let old = #"{"rate":10,"deadline":0.25,"coast_limit":10,"degraded_above":0.17}"#
    var evaluator = SteerEvaluator()
    evaluator.contract = try #require(RecordedContract(Array(old.utf8))).contract
    #expect(evaluator.evaluate(solution(.valid, bound: 179), isLate: false) == .degraded)
  }

  @Test func `a sample older than the deadline makes the update late`() {
    // The clock is at 100 s.
    let service = HeadingService(clock: StandingClock())
    let received = Received<SolutionUpdate>()
    service.subscribe { received.add($0) }
    for time in [99.5, 99.9] {
      service.deliver(
        .acceleration(
          VectorSample(time: BootTime(seconds: time), value: Vector3(0, 0.1 * time, 9.8))))
    }
    let late = received.all.map { $0.solution.reasons.contains(.late) }
    #expect(late == [true, false])
    #expect(received.all.first?.steer == .stop)
  }

  @Test func `the last update is repeated as stop when none comes within the guaranteed period`()
    async throws
  {
    let clock = SetClock()
    let service = HeadingService(clock: clock)
    var contract = SteerContract()
    contract.rate = 1000
    contract.coastLimit = 1000
    service.promise(contract)
    let updates = service.updates(bufferingNewest: 1000)
    // Level, at rest, facing north: `steer` may be degraded or coast, but not stop.
    let end = 300
    var calibration = CalibrationParameters()
    calibration.headingError = Angle(degrees: 1)
    service.deliver(.calibration(clock.bootTime.advanced(bySeconds: -4), calibration))
    for number in 0...end {
      let time = clock.bootTime.advanced(bySeconds: Double(number - end) * 0.01)
      let tremble = Double(number % 7) * 1e-4
      service.deliver(
        .acceleration(VectorSample(time: time, value: Vector3(tremble, 0, 9.80665))))
      service.deliver(
        .magneticField(
          VectorSample(time: time, value: Vector3(tremble * 1e-4, 2e-5, -4e-5))))
    }
    // Five periods without an update, and no tick yet.
    clock.advance(bySeconds: 0.005)
    let running = Task { await service.run([]) }
    defer { running.cancel() }
    var wasGood = false
    for await update in updates {
      if update.steer != .stop { wasGood = true }
      if wasGood, update.steer == .stop, update.solution.reasons.contains(.late) { break }
    }
    #expect(wasGood)
  }

  @Test func `the latency histogram bounds its quantiles`() {
    var histogram = LatencyHistogram()
    #expect(histogram.quantile(0.5) == nil)
    for number in 1...1000 { histogram.note(Double(number) * 1e-5) }
    #expect(histogram.count == 1000)
    #expect(histogram.maximum == 0.01)
    let median = histogram.quantile(0.5) ?? 0
    #expect(median >= 0.005 && median <= 0.01)
    #expect(histogram.quantile(0.99) == 0.01)
    histogram.note(1000)
    #expect(histogram.counts.last == 1)
    #expect(histogram.quantile(1) == 1000)
  }
}
