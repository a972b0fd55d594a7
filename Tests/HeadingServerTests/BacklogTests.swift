import Testing

@testable import HeadingServer

/// What waits for a slow reader, and how a stream is thinned out.
struct BacklogTests {
  @Test func `a slow reader gets the newest and the count of the others`() throws {
    var backlog = Backlog<Int>()
    #expect(backlog.offer(1, isWritable: true)?.line == 1)
    for line in 2...5 { #expect(backlog.offer(line, isWritable: false) == nil) }
    let delivery = try #require(backlog.drain())
    #expect(delivery.line == 5)
    #expect(delivery.missed == 3)
    #expect(backlog.drain() == nil)
    #expect(backlog.offer(6, isWritable: true)?.missed == 0)
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

  @Test func `gaps and clocks that jump back do not stop a limited stream`() {
    var limit = RateLimit()
    limit.rate = 1
    #expect(limit.admits(100))
    #expect(!limit.admits(100.5))
    #expect(limit.admits(200))
    #expect(!limit.admits(200.5))
    #expect(limit.admits(5))
    #expect(limit.admits(6))
  }

  @Test func `the mailbox drops the oldest and counts them`() {
    var mailbox = Mailbox()
    #expect(mailbox.put(Message.at(0)))
    for number in 1..<70 { #expect(!mailbox.put(Message.at(Double(number)))) }
    let contents = mailbox.take()
    #expect(contents.messages.count == 64)
    #expect(contents.messages.last == Message.at(69))
    #expect(contents.lost == 6)
    #expect(mailbox.put(Message.at(70)))
  }
}
