import HeadingClock
import HeadingSensing
import HeadingSimulation
import Synchronization
import Testing

/// A sink that records events and resumes tasks waiting for them.
final class EventLog: SensorSink {
  struct Content: Sendable, CustomTestStringConvertible {
    private(set) var events: [SensorEvent] = []
    /// When each event came.
    private(set) var arrivals: [BootTime] = []
    fileprivate(set) var notices: [SensorNotice] = []
    /// Samples so far, by kind; conditions look at these after every event.
    private(set) var samples: [SensorKind: Int] = [:]
    private var states: [SensorKind: [SensorStatus.State]] = [:]

    /// Short: a failed expectation that prints thousands of events takes a minute.
    var testDescription: String {
      "\(events.count) events; \(states); " + notices.map(\.message).joined(separator: " | ")
    }

    func count(_ isWanted: (SensorEvent) -> Bool) -> Int { events.count(where: isWanted) }

    func count(of sensor: SensorKind) -> Int { samples[sensor] ?? 0 }

    func statuses(of sensor: SensorKind) -> [SensorStatus.State] { states[sensor] ?? [] }

    func said(_ part: String) -> Bool { notices.contains { $0.message.contains(part) } }

    fileprivate mutating func append(_ event: SensorEvent) {
      events.append(event)
      arrivals.append(SystemClock().bootTime)
      if let kind = event.measuredKind { samples[kind, default: 0] += 1 }
      if case .status(let status) = event {
        states[status.sensor, default: []].append(status.state)
      }
    }
  }

  private struct Waiter: Sendable {
    let id: Int
    let isDone: @Sendable (Content) -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var content = Content()
    var waiters: [Waiter] = []
    var next = 0
  }

  private let state = Mutex(State())

  var content: Content { state.withLock { $0.content } }

  /// Called after an event is kept, in the source's thread.
  private let onDelivery: @Sendable (SensorEvent) -> Void

  init(onDelivery: @escaping @Sendable (SensorEvent) -> Void = { _ in }) {
    self.onDelivery = onDelivery
  }

  func deliver(_ event: SensorEvent) {
    keep(event)
    onDelivery(event)
  }

  private func keep(_ event: SensorEvent) { change { $0.append(event) } }

  func notice(_ notice: SensorNotice) { change { $0.notices.append(notice) } }

  private func change(_ body: (inout Content) -> Void) {
    let done = state.withLock { state in
      body(&state.content)
      let done = state.waiters.filter { $0.isDone(state.content) }
      state.waiters.removeAll { waiter in done.contains { $0.id == waiter.id } }
      return done
    }
    for waiter in done { waiter.continuation.resume(returning: true) }
  }

  /// Waits until the content satisfies a condition; `false` after a timeout.
  func wait(
    seconds: Double = 60, until isDone: @escaping @Sendable (Content) -> Bool
  ) async -> Bool {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    let deadline = Task.detached { [self] in
      try await Task.sleep(for: .seconds(seconds))
      let late = state.withLock { state in
        let late = state.waiters.filter { $0.id == id }
        state.waiters.removeAll { $0.id == id }
        return late
      }
      for waiter in late { waiter.continuation.resume(returning: false) }
    }
    defer { deadline.cancel() }
    return await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        guard !isDone(state.content) else { return true }
        state.waiters.append(Waiter(id: id, isDone: isDone, continuation: continuation))
        return false
      }
      if isReady { continuation.resume(returning: true) }
    }
  }
}
