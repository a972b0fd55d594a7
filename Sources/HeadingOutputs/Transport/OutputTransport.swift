/// A transport for groups of bytes: the sentences or messages of one update.
protocol OutputTransport: Sendable {
  /// Sends each group until the stream ends or the task is cancelled.
  ///
  /// - Parameters:
  ///   - groups: The groups to send; only the newest is buffered.
  ///   - whenOpen: Called once the transport can send.
  /// - Throws: The error that prevents opening or further sending.
  func send(_ groups: AsyncStream<[UInt8]>, whenOpen: @Sendable () -> Void) async throws
}
