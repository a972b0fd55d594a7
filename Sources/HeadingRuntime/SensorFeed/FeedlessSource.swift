import HeadingSensing
import HeadingSensorFeed

/// A source beside a feed: what concerns a sensor or receiver of the feed is dropped.
struct FeedlessSource: SensorSource {
  let receiver: FeedReceiver

  /// The source.
  let source: any SensorSource

  var name: String { source.name }

  func run(delivering sink: some SensorSink) async {
    await source.run(delivering: OtherSink(receiver: receiver, sink: sink))
  }

  private struct OtherSink<Sink: SensorSink>: SensorSink {
    let receiver: FeedReceiver
    let sink: Sink

    func deliver(_ event: SensorEvent) {
      if !receiver.owns(event) { sink.deliver(event) }
    }

    func deliver(_ events: [SensorEvent]) {
      let rest = events.filter { !receiver.owns($0) }
      if !rest.isEmpty { sink.deliver(rest) }
    }

    func notice(_ notice: SensorNotice) {
      if let kind = notice.sensor, receiver.owns(kind) { return }
      sink.notice(notice)
    }
  }
}
