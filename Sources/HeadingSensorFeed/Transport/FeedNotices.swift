import HeadingSensing

/// The notices of a feed that are still to be passed on.
///
/// They wait until somebody takes them; the newest are kept. A notice is passed on once in a while
/// only, so that senders that come and go do not fill a log. A repetition waits for the end of that
/// time, and later notices wait behind it, so that the last notice about a sender is true.
struct FeedNotices {
  /// Time within which a notice is not repeated, s.
  static let pause = 10.0

  /// Largest number of notices that are kept.
  static let most = 32

  private struct Entry {
    let notice: SensorNotice
    /// When it was passed on last.
    var passed: BootTime?
    var isWaiting = true
  }

  /// In the order of their last occurrence.
  private var entries: [Entry] = []

  /// Adds a notice.
  mutating func add(_ notice: SensorNotice) {
    var entry = Entry(notice: notice)
    if let index = entries.firstIndex(where: { $0.notice == notice }) {
      entry.passed = entries.remove(at: index).passed
    } else if entries.count >= Self.most {
      // Those that were passed on bound the number within the pause.
      guard let oldest = entries.firstIndex(where: { $0.passed == nil }) else { return }
      entries.remove(at: oldest)
    }
    entries.append(entry)
  }

  /// Returns the notices whose time has come, in order.
  mutating func take(at now: BootTime) -> [SensorNotice] {
    func isPast(_ entry: Entry) -> Bool {
      entry.passed.map { now.seconds(since: $0) >= Self.pause } ?? true
    }
    entries.removeAll { !$0.isWaiting && isPast($0) }
    var notices: [SensorNotice] = []
    for index in entries.indices where entries[index].isWaiting {
      guard isPast(entries[index]) else { break }
      entries[index].passed = now
      entries[index].isWaiting = false
      notices.append(entries[index].notice)
    }
    return notices
  }
}
