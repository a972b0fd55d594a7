import HeadingProtocol
import Testing

@testable import HeadingServer

/// What waits for a slow reader.
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

  @Test func `the mailbox drops the oldest and counts them`() {
    var mailbox = Mailbox()
    let tellsOfNothing = mailbox.tells()
    #expect(!tellsOfNothing)
    let told = (0..<Mailbox.limit + 6).count { number in
      mailbox.put(.update(Message.at(Double(number))))
      return mailbox.tells()
    }
    #expect(told == 1)
    let contents = mailbox.take()
    #expect(contents.publications.count == Mailbox.limit)
    guard case .update(let last)? = contents.publications.last else {
      Issue.record("no update")
      return
    }
    #expect(last == Message.at(Double(Mailbox.limit + 5)))
    #expect(contents.lost == 6)
    mailbox.put(.update(Message.at(70)))
    let tellsAgain = mailbox.tells()
    #expect(tellsAgain)
  }
}
