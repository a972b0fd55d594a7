import HeadingClock
import HeadingSensing
import Synchronization

/// The machine's clocks, with a wall clock that can be stepped.
final class SteppingClock: MachineClock {
  private let system = SystemClock()
  private let offset = Mutex(0.0)

  var bootTime: BootTime { system.bootTime }

  var relation: ClockRelation {
    var relation = system.relation
    relation.universalTime = UniversalTime(
      secondsSince1970: relation.universalTime.secondsSince1970 + offset.withLock { $0 })
    relation.trust = .synchronized
    return relation
  }

  /// Steps the wall clock.
  func step(seconds: Double) { offset.withLock { $0 += seconds } }
}
