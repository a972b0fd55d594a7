import HeadingProtocol
import HeadingRuntime
import Testing

@testable import HeadingServer

/// What waits for a slow reader.
struct BacklogTests {
  @Test func `a slow reader gets the latest update and the number of missed ones`() throws {
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
      mailbox.put(.update(HeldUpdate(Message.at(Double(number)))))
      return mailbox.tells()
    }
    #expect(told == 1)
    let contents = mailbox.take()
    #expect(contents.publications.count == Mailbox.limit)
    guard case .update(let last)? = contents.publications.last else {
      Issue.record("no update")
      return
    }
    #expect(last.leaving().bootTime == Double(Mailbox.limit + 5))
    #expect(contents.lost == 6)
    mailbox.put(.update(HeldUpdate(Message.at(70))))
    let tellsAgain = mailbox.tells()
    #expect(tellsAgain)
  }

  @Test func `pieces of recordings are joined, never displaced by updates, and bounded`() {
    var mailbox = Mailbox()
    mailbox.put(.rest([1], isWhole: true))
    for number in 0...Mailbox.limit { mailbox.put(.update(HeldUpdate(Message.at(Double(number))))) }
    mailbox.put(.rest([2], isWhole: true))
    mailbox.put(.beginning([3]))
    mailbox.put(.rest([4], isWhole: true))
    let contents = mailbox.take()
    #expect(contents.lost == 1)
    func text(_ contents: Mailbox.Contents) -> [String] { contents.recordings.map { "\($0)" } }
    #expect(
      text(contents) == [
        "rest([1, 2], isWhole: true)", "beginning([3])", "rest([4], isWhole: true)",
      ])
    mailbox.put(.rest([UInt8](repeating: 0, count: Mailbox.maximumBytes), isWhole: true))
    mailbox.put(.rest([5], isWhole: true))
    mailbox.put(.rest([6], isWhole: true))
    let full = mailbox.take().recordings
    #expect(full.count == 2)
    guard case .rest(let bytes, isWhole: true) = full.first else {
      Issue.record("no bytes")
      return
    }
    #expect(bytes.count == Mailbox.maximumBytes)
    #expect(full.last.map { "\($0)" } == "rest([], isWhole: false)")
    mailbox.put(.rest([7], isWhole: true))
    #expect(text(mailbox.take()) == ["rest([7], isWhole: true)"])
  }
}
