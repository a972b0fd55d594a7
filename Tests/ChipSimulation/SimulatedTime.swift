import HeadingChips
import Synchronization

/// A clock that only advances when a driver waits or a test says so.
package final class SimulatedTime: ChipClock {
  private let time = Mutex<Int64>(1_000_000_000)

  /// Creates a clock at 1 s.
  package init() {}

  package var now: Int64 { time.withLock { $0 } }

  package func wait(microseconds: Int) { advance(by: Int64(microseconds) * 1000) }

  /// Advances it.
  package func advance(by nanoseconds: Int64) { time.withLock { $0 += nanoseconds } }
}
