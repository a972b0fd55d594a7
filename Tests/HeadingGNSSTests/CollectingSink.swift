import HeadingSensing
import Synchronization

/// A sink that keeps what it gets, and lets a test wait for something to come.
final class CollectingSink: SensorSink {
  enum Entry: Sendable {
    case event(SensorEvent)
    case notice(SensorNotice)
  }

  struct TimeOut: Error, CustomStringConvertible {
    var description: String
  }

  private struct Waiter {
    var id: Int
    var condition: @Sendable (Entry) -> Bool
    var continuation: CheckedContinuation<Entry, any Error>
  }

  private struct State {
    var entries: [Entry] = []
    var waiters: [Waiter] = []
    var nextID = 0
  }

  private let state = Mutex(State())

  func deliver(_ event: SensorEvent) { take(.event(event)) }
  func notice(_ notice: SensorNotice) { take(.notice(notice)) }

  var entries: [Entry] { state.withLock { $0.entries } }
  var count: Int { entries.count }

  private func take(_ entry: Entry) {
    let woken = state.withLock { state in
      state.entries.append(entry)
      let woken = state.waiters.filter { $0.condition(entry) }
      state.waiters.removeAll { waiter in woken.contains { $0.id == waiter.id } }
      return woken
    }
    for waiter in woken { waiter.continuation.resume(returning: entry) }
  }

  /// The first entry from number `start` on that meets the condition, now or within the time.
  @discardableResult
  func wait(
    _ what: String, from start: Int = 0, seconds: Double = 15,
    for condition: @escaping @Sendable (Entry) -> Bool
  ) async throws -> Entry {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let timer = Task { [weak self] in
      try await Task.sleep(for: .seconds(seconds))
      let late = self?.state.withLock { state in
        let late = state.waiters.filter { $0.id == id }
        state.waiters.removeAll { $0.id == id }
        return late
      }
      for waiter in late ?? [] {
        waiter.continuation.resume(throwing: TimeOut(description: "\(what): not in \(seconds) s"))
      }
    }
    defer { timer.cancel() }
    return try await withCheckedThrowingContinuation { continuation in
      let known = state.withLock { state -> Entry? in
        if let known = state.entries.dropFirst(start).first(where: condition) { return known }
        state.waiters.append(Waiter(id: id, condition: condition, continuation: continuation))
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  /// The next fix from entry number `start` on.
  func fix(from start: Int = 0) async throws -> Fix {
    let entry = try await wait("a fix", from: start) {
      if case .event(.fix) = $0 { true } else { false }
    }
    guard case .event(.fix(let fix)) = entry else { throw TimeOut(description: "no fix") }
    return fix
  }

  /// Waits for a state of the receiver from entry number `start` on.
  func wait(for expected: SensorStatus.State, from start: Int = 0) async throws {
    try await wait("\(expected)", from: start) {
      if case .event(.status(let status)) = $0 {
        status.sensor == .gnss && status.state == expected
      } else {
        false
      }
    }
  }

  /// Waits for a notice that contains a text.
  @discardableResult
  func wait(forNotice text: String, from start: Int = 0) async throws -> String {
    let entry = try await wait("a notice with \"\(text)\"", from: start) {
      if case .notice(let notice) = $0 { notice.message.contains(text) } else { false }
    }
    guard case .notice(let notice) = entry else { return "" }
    return notice.message
  }
}
