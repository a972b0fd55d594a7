import Glibc
import HeadingEngine
import HeadingRuntime
import HeadingSensing
import HeadingSystem
import Logging
import Synchronization

/// Hands the newest value to a thread that waits on descriptors.
final class Newest<Value: Sendable>: Sendable {
  private struct Content: Sendable {
    var value: Value?
    var isEnded = false
  }

  private let content = Mutex(Content())

  private let pipe: WakePipe

  /// Can be read while there is news.
  var descriptor: CInt { pipe.descriptor }

  init?() {
    guard let pipe = WakePipe() else { return nil }
    self.pipe = pipe
  }

  /// Runs a thread that gets the updates of a service, until the task is cancelled.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - output: Name of the output, for what is logged if there is no thread.
  ///   - limit: Largest rate of the values; 0 for every update.
  ///   - logger: What logs it.
  ///   - value: Makes the value of an update.
  ///   - body: The thread, which ends when ``isEnded`` says so.
  static func follow(
    _ service: HeadingService, for output: String, limit: RateLimit = RateLimit(), logger: Logger,
    _ value: @escaping @Sendable (SolutionUpdate) -> Value,
    on body: @escaping @Sendable (Newest) -> Void
  ) async {
    guard let news = Newest() else {
      return logger.warning("no \(output): no descriptor can be had")
    }
    guard SystemThread.start({ body(news) }) else {
      return logger.warning("no \(output): no thread can be had")
    }
    let limit = Mutex(limit)
    let token = service.subscribe { update in
      guard limit.withLock({ $0.admits(update.solution.time.seconds) }) else { return }
      news.set(value(update))
    }
    // The sleep ends when the task is cancelled.
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
    service.unsubscribe(token)
    news.end()
  }

  /// Replaces the value.
  func set(_ value: Value) {
    content.withLock { $0.value = value }
    pipe.wake()
  }

  /// Ends the thread.
  func end() {
    content.withLock { $0.isEnded = true }
    pipe.wake()
  }

  /// The newest value that was not taken yet.
  func take() -> Value? {
    pipe.drain()
    return content.withLock { content in
      defer { content.value = nil }
      return content.value
    }
  }

  /// Whether the thread is to end.
  var isEnded: Bool { content.withLock { $0.isEnded } }

  /// Waits for news, for at most so many milliseconds, or until another descriptor can be read.
  func wait(_ milliseconds: CInt, or other: CInt? = nil) {
    pipe.wait(seconds: Double(milliseconds) / 1000, or: other)
  }

  /// Waits for so many seconds, or until the end; what is new meanwhile is not kept.
  func pause(seconds: Double) {
    let end = Self.now + seconds
    while !isEnded, Self.now < end {
      wait(CInt(max(end - Self.now, 0) * 1000) + 1)
      _ = take()
    }
  }

  /// Seconds on the clock that only the system sets, CLOCK_MONOTONIC.
  static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
