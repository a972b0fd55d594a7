import HeadingSensing
import Synchronization

/// A sink that remembers, and wakes who waits for something.
final class EventLog: SensorSink {
  struct Content: Sendable {
    var events: [SensorEvent] = []
    var notices: [SensorNotice] = []

    func count(_ isWanted: (SensorEvent) -> Bool) -> Int { events.count(where: isWanted) }

    func statuses(of sensor: SensorKind) -> [SensorStatus.State] {
      events.compactMap { event in
        guard case .status(let status) = event, status.sensor == sensor else { return nil }
        return status.state
      }
    }

    func said(_ part: String) -> Bool { notices.contains { $0.message.contains(part) } }
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

  func deliver(_ event: SensorEvent) { change { $0.events.append(event) } }

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

  /// Waits until the content satisfies a condition; `false` if it does not in time.
  func wait(
    seconds: Double = 10, until isDone: @escaping @Sendable (Content) -> Bool
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
