import HeadingClock
import HeadingEngine
import HeadingRuntime
import HeadingSensing
import Synchronization

/// Records when each reason is first reported, and checks that no stale value looks new.
final class FaultWatch: Sendable {
  /// One received update.
  struct Seen: Sendable {
    var arrival: BootTime
    var time: BootTime
    var reasons: Reasons
    var hasHeading: Bool
    var universalTime: Double?
  }

  private struct State {
    var seen: [Seen] = []
    var newest: [SensorKind: BootTime] = [:]
    var counts: [SensorKind: Int] = [:]
    var violations: [String] = []
    var notices: [String] = []
  }

  struct Timeout: Error, CustomStringConvertible {
    var description: String
  }

  /// Age of a sensor's newest sample, s, beyond which an update must report it.
  private static let oldest = 1.0

  private static let stale: [(SensorKind, Reasons)] = [
    (.magnetometer, [.magnetometerMissing, .magnetometerStale]),
    (.accelerometer, [.accelerometerMissing, .accelerometerStale]),
    (.gyroscope, [.gyroscopeMissing, .gyroscopeStale]),
  ]

  private let state = Mutex(State())

  init(_ service: HeadingService) {
    service.listen { [weak self] event in self?.note(event) }
    service.subscribe { [weak self] update in self?.note(update) }
    service.observeNotices { [weak self] notice in
      self?.state.withLock { $0.notices.append(notice.message) }
    }
  }

  /// Updates with a heading that do not report a silent sensor.
  var violations: [String] { state.withLock { $0.violations } }

  func count(of kind: SensorKind) -> Int { state.withLock { $0.counts[kind] ?? 0 } }

  func said(_ part: String) -> Bool {
    state.withLock { $0.notices.contains { $0.contains(part) } }
  }

  private func note(_ event: SensorEvent) {
    let kind: SensorKind? =
      switch event {
      case .magneticField: .magnetometer
      case .acceleration: .accelerometer
      case .angularRate: .gyroscope
      case .pressure: .barometer
      case .fix: .gnss
      default: nil
      }
    guard let kind else { return }
    state.withLock { state in
      state.newest[kind] = event.time
      state.counts[kind, default: 0] += 1
    }
  }

  private func note(_ update: SolutionUpdate) {
    let solution = update.solution
    let seen = Seen(
      arrival: SystemClock().bootTime, time: solution.time, reasons: solution.reasons,
      hasHeading: !solution.magneticHeading.isMissing,
      universalTime: solution.universalTime.value?.secondsSince1970)
    state.withLock { state in
      state.seen.append(seen)
      guard seen.hasHeading, !seen.reasons.contains(.late) else { return }
      for (kind, reasons) in Self.stale where seen.reasons.isDisjoint(with: reasons) {
        guard let newest = state.newest[kind] else { continue }
        let age = seen.time.seconds(since: newest)
        if age > Self.oldest { state.violations.append("\(kind.name) is \(age) s old") }
      }
    }
  }

  /// The first update after a time that fulfils a condition; polls every 10 ms.
  func first(
    _ what: String, after moment: BootTime, seconds: Double = 30,
    where holds: (Seen) -> Bool
  ) async throws -> Seen {
    let start = ContinuousClock.now
    var next = 0
    while start.duration(to: .now) < .seconds(seconds) {
      let new = state.withLock { Array($0.seen[next...]) }
      next += new.count
      if let found = new.first(where: { $0.arrival >= moment && holds($0) }) { return found }
      try await Task.sleep(for: .milliseconds(10))
    }
    let last = state.withLock { $0.seen.last }
    throw Timeout(
      description: "no \(what) within \(seconds) s; last \(last?.reasons.names ?? []), heading "
        + "\(last?.hasHeading == true)")
  }

  /// Waits until a condition holds; polls every 10 ms.
  func wait(_ what: String, seconds: Double = 30, until holds: () -> Bool) async throws {
    let start = ContinuousClock.now
    while !holds() {
      guard start.duration(to: .now) < .seconds(seconds) else {
        throw Timeout(description: "no \(what) within \(seconds) s")
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }
}
