public import HeadingClient
import HeadingProtocol

/// Reads a daemon and makes messages of ROS 2 of its updates.
///
/// After a lost connection ``run(at:_:)`` may be called again: the frame ``ROSOptions/map`` keeps its origin, and no
/// fix is repeated.
public struct ROSReader: Sendable {
  private let rate: Double?
  private var translator: ROSTranslator

  /// Makes a reader; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - rate: Updates per second at most, 0.01 to 10,000; `nil` for every one.
  ///   - options: Choices about the messages.
  public init(rate: Double? = nil, options: ROSOptions) {
    self.rate = rate
    translator = ROSTranslator(options: options, isLive: true)
  }

  /// Connects and hands on the messages of each update, until the connection is lost or the task is cancelled.
  ///
  /// - Parameters:
  ///   - address: The address of the daemon.
  ///   - take: Called with the messages of an update, and whether it is simulated.
  /// - Throws: The reason why there are no more; not after a cancellation.
  public mutating func run(
    at address: ServerAddress, _ take: (_ messages: [ROSMessage], _ isSimulated: Bool) -> Void
  ) async throws(HeadingClientError) {
    // The daemon sends several updates a second, also without sensors; a silent one hangs.
    let timeout = Duration.seconds(max(2, 3 / max(rate ?? 10, 0.01)))
    let daemon = DaemonClient(address, request: rate.map { Request(rate: $0) })
    var lines = daemon.lines(timeout: timeout).makeAsyncIterator()
    while let line = try await lines.next() {
      guard case .update(let update) = line else { continue }
      let messages = translator.messages(of: update).messages
      take(messages.map { ROSMessage($0.topic, $0.record) }, update.simulated)
    }
  }
}
