package import HeadingProtocol
package import HeadingSensing

extension DaemonClient {
  /// Seconds between two attempts to reach a daemon that was lost.
  private static let retry = 1.0

  /// Passes every update to a function on the thread that decoded it, until the task is cancelled.
  ///
  /// A daemon that cannot be reached at first ends it, with a notice why; one that is lost later is
  /// waited for.
  ///
  /// - Parameters:
  ///   - receiver: Takes an update; must return at once.
  ///   - notices: Takes a notice; must return at once.
  package func deliver(
    to receiver: @Sendable (SolutionMessage) -> Void,
    notices: @Sendable (SensorNotice) -> Void
  ) async {
    var wasReached = false
    var isLossReported = false
    // A reason that waiting does not mend is told too, once, though the loss was.
    var told: Set<HeadingClientError> = []
    while !Task.isCancelled {
      do throws(HeadingClientError) {
        var lines = lines.makeAsyncIterator()
        while let line = try await lines.next() {
          guard case .update(let message) = line else { continue }
          if isLossReported { notices(SensorNotice(.info, nil, "\(address) is back")) }
          wasReached = true
          isLossReported = false
          told = []
          receiver(message)
        }
        if Task.isCancelled { return }
        if !isLossReported {
          notices(SensorNotice(.warning, nil, "\(address) ended the stream"))
        }
      } catch {
        if Task.isCancelled { return }
        if !isLossReported || !error.isOutage, told.insert(error).inserted {
          notices(SensorNotice(.error, nil, "\(error)"))
        }
        if !wasReached { return }
      }
      isLossReported = true
      try? await Task.sleep(for: .seconds(Self.retry))
    }
  }
}
