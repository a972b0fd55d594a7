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
        await FeedlessSource(receiver: receiver, source: other).run(delivering: sink)
      }
    }
  }
}
