import NIOCore

extension EventLoop {
  /// Waits by the loop's own timer; a cancelled task waits to the end.
  func wait(nanoseconds: Int64) async throws {
    try await scheduleTask(in: .nanoseconds(nanoseconds)) {}.futureResult.get()
  }
}
