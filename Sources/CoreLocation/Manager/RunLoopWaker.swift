import Foundation
import Synchronization

/// Runs work on a thread that has a run loop, in order, for all managers of the thread.
///
/// It wakes the loop by moving the date of a timer. Linux Foundation never frees a `Timer`, so that
/// one per callback, or per manager, would leak. There are two, because a timer does not fire
/// within its own callback, and a callback may run the loop; more only for deeper nesting.
final class RunLoopWaker: Sendable {
  typealias Work = @Sendable () -> Void

  private struct Alarm: Sendable {
    /// Added once and moved from any thread, which `CFRunLoopTimerSetNextFireDate` allows.
    nonisolated(unsafe) let timer: Timer
    var isFiring = false
  }

  private struct State {
    var waiting: [Work] = []
    /// Number of works at the front of `waiting` that are done.
    var done = 0
    var alarms: [Alarm] = []
    var isWoken = false
    var services = 0

    mutating func next() -> Work? {
      guard done < waiting.count else { return nil }
      defer { done += 1 }
      return waiting[done]
    }

    /// Releases the works that are done.
    mutating func forget() {
      waiting.removeFirst(done)
      done = 0
    }
  }

  private static let key = "org.headingd.run-loop-waker"

  /// A day, so that an idle timer wakes the thread rarely.
  private static let idleTime = 86_400.0

  /// Timers may be added to it, and moved in it, from any thread.
  nonisolated(unsafe) private let loop: RunLoop

  private let state = Mutex(State())

  private init(_ loop: RunLoop) { unsafe self.loop = loop }

  deinit { for alarm in state.withLock({ $0.alarms }) { unsafe alarm.timer.invalidate() } }

  /// The waker of the current thread, which lives until the thread ends.
  static var ofThread: RunLoopWaker {
    let thread = Thread.current
    if let known = thread.threadDictionary[key] as? RunLoopWaker { return known }
    let waker = RunLoopWaker(.current)
    for _ in 0..<2 { waker.addAlarm() }
    thread.threadDictionary[key] = waker
    return waker
  }

  /// Schedules work; never within the call.
  func post(_ work: @escaping Work) {
    state.withLock { $0.waiting.append(work) }
    wake()
  }

  private func wake() {
    let isHandled = state.withLock { state -> Bool in
      guard !state.isWoken, state.done < state.waiting.count else { return true }
      guard let alarm = state.alarms.first(where: { !$0.isFiring }) else { return false }
      state.isWoken = true
      unsafe alarm.timer.fireDate = Date()
      return true
    }
    if isHandled { return }
    addAlarm()
    wake()
  }

  private func addAlarm() {
    let number = state.withLock { $0.alarms.count }
    // Weak, because a timer keeps its block for ever.
    let timer = Timer(timeInterval: Self.idleTime, repeats: true) { [weak self] _ in
      self?.drain(number)
    }
    let isNew = state.withLock { state in
      guard state.alarms.count == number else { return false }
      state.alarms.append(Alarm(timer: timer))
      return true
    }
    if isNew { unsafe loop.add(timer, forMode: .default) }
  }

  private func drain(_ number: Int) {
    var rest = state.withLock { state in
      state.alarms[number].isFiring = true
      state.isWoken = false
      return state.waiting.count - state.done
    }
    // One at a time, so that a callback that runs the loop gets those that wait; and not those that
    // come meanwhile, so that the loop's other sources have their turn.
    while rest > 0, let work = state.withLock({ $0.next() }) {
      wake()
      work()
      rest -= 1
    }
    state.withLock { state in
      state.alarms[number].isFiring = false
      state.forget()
    }
    wake()
    // Without services nothing else would end a wait for, say, the first authorization.
    if state.withLock({ $0.services == 0 }) { (LoopEnd() as any Stopping).stop() }
  }

  /// Changes the number of managers with services, while which the loop is not ended.
  ///
  /// Foundation loses 110 B whenever a `run(mode:before:)` with a finite time ends early.
  func countServices(_ change: Int) { state.withLock { $0.services += change } }
}

/// Ends one turn of the current run loop.
private protocol Stopping {
  func stop()
}

/// Foundation's only way to do that is marked as one for XCTest, hence the protocol.
private struct LoopEnd: Stopping {
  @available(*, deprecated)
  func stop() { RunLoop.current._stop() }
}
