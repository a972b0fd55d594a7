package import NIOCore

extension EventLoop {
  /// Waits by the loop's timer; cancellation does not end the wait.
  package func wait(nanoseconds: Int64) async throws {
    try await scheduleTask(in: .nanoseconds(nanoseconds)) {}.futureResult.get()
  }
}
