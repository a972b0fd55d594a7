import Dispatch
import HeadingSensing

extension FeedReceiver {
  /// Time over which rates are measured, s.
  private static let measuring = 2.2

  /// Receives nothing: standard input is read for a sink only.
  private struct NoSink: SensorSink {
    func deliver(_ event: SensorEvent) {}
    func notice(_ notice: SensorNotice) {}
  }

  /// Waits for a declaration, then measures the rates of the sensors; blocks.
  ///
  /// - Parameter seconds: Longest wait for a declaration.
  /// - Returns: The senders, also one that ended meanwhile; none if none declared itself.
  package func survey(waiting seconds: Double) -> [FeedSender] {
    wait(seconds: seconds) { !$0.senders.isEmpty }
    let first = senders
    guard !first.isEmpty else { return [] }
    let token = attach(NoSink())
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + Self.measuring)
    detach(token)
    let last = senders
    return last + first.filter { sender in !last.contains { $0.name == sender.name } }
  }
}
