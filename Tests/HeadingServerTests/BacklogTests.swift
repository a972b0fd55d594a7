import HeadingProtocol
import HeadingRuntime
import Testing

@testable import HeadingServer

/// What waits for a slow reader, and how a stream is thinned out.
struct BacklogTests {
  @Test func `a slow reader gets the newest and the count of the others`() throws {
    var backlog = Backlog<Int>()
    let first = backlog.offer(1, isWritable: true)
    #expect(first?.line == 1)
    let kept = (2...5).map { backlog.offer($0, isWritable: false)?.line }
    #expect(kept == [nil, nil, nil, nil])
    let drained = backlog.drain()
    let delivery = try #require(drained)
    #expect(delivery.line == 5)
    #expect(delivery.missed == 3)
    let rest = backlog.drain()?.line
    #expect(rest == nil)
    let next = backlog.offer(6, isWritable: true)
    #expect(next?.missed == 0)
  }

  @Test(arguments: [(100.0, 10.0, 10), (100, 30, 30), (50, 100, 50), (104, 20, 20), (100, 0, 100)])
  func `a rate is kept though it does not divide the stream's`(
    stream: Double, rate: Double, expected: Int
  ) {
    var limit = RateLimit()
    limit.rate = rate
    let admitted = (0..<Int(stream) * 10).count { limit.admits(1000 + Double($0) / stream) }
    #expect(abs(admitted - expected * 10) <= 1)
  }

  @Test func `a rate is kept though the stream comes in pairs`() {
    var limit = RateLimit(rate: 100)
    let admitted = (0..<1190).count { limit.admits(Double($0 / 2) * 2 / 119) }
    #expect(abs(admitted - 1000) <= 2)
  }

  @Test func `gaps and clocks that jump back do not stop a limited stream`() {
    var limit = RateLimit()
    limit.rate = 1
    let admitted = [100, 100.5, 200, 200.5, 5, 5.5, 6].map { limit.admits($0) }
    #expect(admitted == [true, false, true, false, true, false, true])
  }

  @Test func `the mailbox drops the oldest and counts them`() {
    var mailbox = Mailbox()
    let mustWake = (0..<Mailbox.limit + 6).map { mailbox.put(.update(Message.at(Double($0)))) }
    #expect(mustWake.count { $0 } == 1)
    let contents = mailbox.take()
    #expect(contents.publications.count == Mailbox.limit)
    guard case .update(let last)? = contents.publications.last else {
      Issue.record("no update")
      return
    }
    #expect(last == Message.at(Double(Mailbox.limit + 5)))
    #expect(contents.lost == 6)
    let mustWakeAgain = mailbox.put(.update(Message.at(70)))
    #expect(mustWakeAgain)
  }
}
