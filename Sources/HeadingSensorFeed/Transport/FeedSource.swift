package import HeadingSensing

/// Event source of the sensors that a feed's senders declare.
///
/// Events are in the body frame, SI, boottime, as those of an IIO context. A sensor whose sender ends
/// is absent, one whose samples cease is silent.
package struct FeedSource: SensorSource {
  private let receiver: FeedReceiver

  /// Creates the source of an open feed.
  package init(_ receiver: FeedReceiver) { self.receiver = receiver }

  /// The feed's endpoints.
  package var name: String { receiver.settings.name }

  /// Delivers events until the task is cancelled.
  package func run(delivering sink: some SensorSink) async {
    let token = receiver.attach(sink)
    // A stream without elements ends when the task is cancelled.
    let (forever, writer) = AsyncStream<Never>.makeStream()
    for await _ in forever {}
    writer.finish()
    receiver.detach(token)
  }
}
