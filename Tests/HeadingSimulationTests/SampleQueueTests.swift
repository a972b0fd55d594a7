import Testing

@testable import HeadingSimulation

struct SampleQueueTests {
  private let second: Int64 = 1_000_000_000

  private func queue(rate: Double = 100, capacity: Int = 60) -> SampleQueue {
    SampleQueue(
      rate: rate, isFed: true, conditions: SampleConditions(), capacity: capacity, openedAt: 0)
  }

  @Test func `samples are queued at the sampling times until they are read`() {
    var queue = queue()
    queue.update(at: second / 10)
    #expect(queue.count == 10)
    let moments = queue.take(4).map(\.moment)
    #expect(moments == [10_000_000, 20_000_000, 30_000_000, 40_000_000])
    #expect(queue.count == 6)
    #expect(queue.moment(whenHolding: 8) == 120_000_000)
  }

  @Test func `a reader that stalls receives the old samples first, then the present ones`() {
    var queue = queue()
    queue.update(at: 3 * second)
    #expect(queue.count == 60)
    let old = queue.take(60).map(\.moment)
    #expect(old.first == 10_000_000)
    #expect(old.last == 600_000_000)
    queue.update(at: 3 * second + 10_000_000)
    #expect(queue.take(10).map(\.moment) == [3 * second + 10_000_000])
  }

  @Test func `one read may contain samples before and after an overrun`() {
    var queue = queue(capacity: 10)
    queue.update(at: second)
    _ = queue.take(5)
    queue.update(at: second + 50_000_000)
    let moments = queue.take(10).map(\.moment)
    #expect(moments.count == 10)
    #expect(moments[5] - moments[4] == 910_000_000)
  }

  @Test func `a silent period leaves a gap, and each sample keeps its conditions`() {
    var queue = queue()
    var stuck = SampleConditions()
    stuck.stuckSince = 5
    queue.change(rate: 100, isFed: true, conditions: stuck, at: second / 10)
    queue.change(rate: 100, isFed: false, conditions: stuck, at: second / 5)
    #expect(queue.moment(whenHolding: 100) == nil)
    queue.change(rate: 100, isFed: true, conditions: SampleConditions(), at: second / 2)
    queue.update(at: second * 6 / 10)
    let samples = queue.take(100)
    #expect(samples.count == 30)
    #expect(samples[9].conditions.stuckSince == nil)
    #expect(samples[10].conditions.stuckSince == 5)
    #expect(samples[20].moment - samples[19].moment == 310_000_000)
    #expect(samples[20].conditions.stuckSince == nil)
  }

  @Test func `a new rate applies from the time it is set`() {
    var queue = queue()
    queue.change(rate: 10, isFed: true, conditions: SampleConditions(), at: second)
    _ = queue.take(100)
    queue.update(at: 2 * second)
    #expect(queue.count == 10)
  }

  @Test func `error bursts lose one second of every two`() {
    var queue = queue(capacity: 1000)
    var bursts = SampleConditions()
    bursts.bursts = true
    queue.change(rate: 100, isFed: true, conditions: bursts, at: 0)
    queue.update(at: 4 * second)
    let seconds = Set(queue.take(1000).map { $0.moment / 1_000_000_000 })
    #expect(seconds == [1, 3])
  }
}
