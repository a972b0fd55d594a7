import HeadingSensing
import HeadingSensorFeed

/// The sensors of a feed, and those of another source that the feed has not declared.
struct FeedFirstSource: SensorSource {
  let receiver: FeedReceiver

  /// The other source, such as this machine's IIO devices.
  let other: (any SensorSource)?

  var name: String { receiver.settings.name + (other.map { ", " + $0.name } ?? "") }

  func run(delivering sink: some SensorSink) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await FeedSource(receiver).run(delivering: sink) }
      guard let other else { return }
      group.addTask { [receiver] in
        await other.run(delivering: OtherSink(receiver: receiver, sink: sink))
      }
    }
  }

  /// Drops what concerns a sensor of the feed.
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
