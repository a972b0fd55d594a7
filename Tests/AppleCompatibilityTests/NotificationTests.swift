import AppleCompatibility
import Foundation
import Synchronization
import Testing

/// Notifications without Objective-C.
@Suite(.timeLimit(.minutes(1))) struct NotificationTests {
  private let center = NotificationCenter()
  private let name = Notification.Name("test")

  /// Receives by a method.
  private final class Receiver: Sendable {
    let senders = Mutex<[Int]>([])

    func take(_ notification: Notification) {
      senders.withLock { $0.append(notification.userInfo?["number"] as? Int ?? -1) }
    }
  }

  private func post(_ number: Int, _ name: Notification.Name? = nil, from object: Any? = nil) {
    center.post(name: name ?? self.name, object: object, userInfo: ["number": number])
  }

  @Test func `a loop gets the notifications of its name in order`() async {
    var iterator = center.notifications(named: name).makeAsyncIterator()
    post(1)
    post(2, Notification.Name("another"))
    post(3)
    #expect(await iterator.next()?.userInfo?["number"] as? Int == 1)
    #expect(await iterator.next()?.userInfo?["number"] as? Int == 3)
  }

  @Test func `a loop gets the notifications of one sender`() async {
    let sender = Receiver()
    var iterator = center.notifications(named: name, object: sender).makeAsyncIterator()
    post(1, from: Receiver())
    post(2, from: sender)
    #expect(await iterator.next()?.userInfo?["number"] as? Int == 2)
  }

  @Test func `a loop that is slow loses the oldest notifications`() async {
    var iterator = center.notifications(named: name).makeAsyncIterator()
    for number in 1...1030 { post(number) }
    #expect(await iterator.next()?.userInfo?["number"] as? Int == 7)
  }

  @Test func `a cancelled loop ends`() async {
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let loop = Task { [center, name] in
      var iterator = center.notifications(named: name).makeAsyncIterator()
      beginning.finish()
      return await iterator.next() == nil
    }
    for await _ in begun {}
    loop.cancel()
    #expect(await loop.value)
  }

  @Test func `a loop that is over no longer keeps its sender`() {
    weak var seen: Receiver?
    do {
      let sender = Receiver()
      seen = sender
      let iterator = center.notifications(named: name, object: sender).makeAsyncIterator()
      withExtendedLifetime(iterator) { post(1, from: sender) }
    }
    #expect(seen == nil)
  }

  @Test func `a method is called until its object is gone or its token is removed`() {
    var receiver: Receiver? = Receiver()
    weak let seen = receiver
    let first = Receiver()
    if let receiver { center.addObserver(receiver, calling: Receiver.take, name: name) }
    let token = center.addObserver(first, calling: Receiver.take, name: name)
    post(1)
    #expect(receiver?.senders.withLock { $0 } == [1])
    receiver = nil
    #expect(seen == nil)
    post(2)
    center.removeObserver(token)
    post(3)
    #expect(first.senders.withLock { $0 } == [1, 2])
  }
}
