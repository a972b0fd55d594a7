/// A way for sentences to leave the machine.
protocol NMEATransport: Sendable {
  /// Sends each group until the stream ends or the task is cancelled.
  ///
  /// - Parameters:
  ///   - groups: What to send; older groups than the newest are gone.
  ///   - whenOpen: Called once sentences can go out.
  /// - Throws: Why it cannot be opened, or why no more can be sent.
  func send(_ groups: AsyncStream<String>, whenOpen: @Sendable () -> Void) async throws
}
