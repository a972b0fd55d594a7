import AppleCompatibility
import Foundation
import Synchronization
import Testing

/// Times, pools and timers of Apple's systems.
@Suite(.timeLimit(.minutes(1))) struct TimeTests {
  /// Counts by a method.
  private final class Counter: Sendable {
    let count = Mutex(0)

    func tick(_ timer: Timer) { count.withLock { $0 += 1 } }
  }

  private struct Refusal: Error {}

  @Test func `units of time are consistent`() {
    #expect(NSEC_PER_SEC == MSEC_PER_SEC * NSEC_PER_MSEC)
    #expect(NSEC_PER_SEC == USEC_PER_SEC * NSEC_PER_USEC)
    #expect(Duration.nanoseconds(Int64(NSEC_PER_SEC)) == .seconds(1))
  }

  @Test func `absolute time is the clock's`() {
    let before = Date()
    let time: CFAbsoluteTime = CFAbsoluteTimeGetCurrent()
    let after = Date()
    #expect(time >= before.timeIntervalSinceReferenceDate)
    #expect(time <= after.timeIntervalSinceReferenceDate)
    #expect(kCFAbsoluteTimeIntervalSince1970 == Date.timeIntervalBetween1970AndReferenceDate)
  }

  @Test func `a pool returns and throws what its function does`() {
    #expect(autoreleasepool { 7 } == 7)
    #expect(throws: Refusal.self) { try autoreleasepool { throw Refusal() } }
  }

  @Test func `a timer calls a method, and ends with its object`() {
    var counter: Counter? = Counter()
    guard let target = counter else { return }
    let timer = Timer(timeInterval: 3600, target: target, calling: Counter.tick, repeats: true)
    timer.fire()
    timer.fire()
    #expect(target.count.withLock { $0 } == 2)
    #expect(timer.isValid)
    weak let seen = target
    _ = consume target
    counter = nil
    #expect(seen == nil)
    timer.fire()
    #expect(!timer.isValid)
  }
}
