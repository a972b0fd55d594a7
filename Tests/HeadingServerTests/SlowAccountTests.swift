import Dispatch
import Foundation
import Glibc
import HeadingProtocol
import HeadingRuntime
import HeadingSystemd
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import HeadingAuthorization
@testable import HeadingServer

/// A directory of users on the network that does not answer: it holds up nobody who is in.
@Suite(.timeLimit(.minutes(5)))
struct SlowAccountTests {
  /// A directory that answers when it is let.
  private final class Directory: Sendable {
    let gate = DispatchSemaphore(value: 0)
    let asked = Mutex(0)

    var book: AccountDirectory {
      AccountDirectory(
        user: { _ in nil }, group: { $0 == "slow" ? 54_321 : nil },
        groups: { [self] _ in
          asked.withLock { $0 += 1 }
          gate.wait()
          return [54_321]
        })
    }
  }

  private let loop = MultiThreadedEventLoopGroup.singleton.next()

  private func makeResolver(_ directory: Directory) -> AccessResolver {
    var policy = AccessPolicy(group: "slow")
    policy.peers[.control] = [.user("0")]
    return AccessResolver(policy, book: directory.book)
  }

  @Test
  func `clients without directory lookup are accepted at once, the others are answered in time`()
    async throws
  {
    let directory = Directory()
    let resolver = makeResolver(directory)
    let stranger = PeerCredentials(process: 1, user: 1234, group: 1234)
    let start = ContinuousClock.now
    async let late = resolver.level(of: stranger, on: loop).get()
    let root = PeerCredentials(process: 1, user: 0, group: 0)
    #expect(try await resolver.level(of: root, on: loop).get() == .control)
    #expect(try await late == nil)
    #expect(start.duration(to: .now) < .seconds(20))
    // Asked once, whoever else waits for the same.
    async let again = resolver.level(of: stranger, on: loop).get()
    directory.gate.signal()
    #expect(try await again == .full)
    #expect(directory.asked.withLock { $0 } == 1)
    // And kept: nobody is asked any more.
    #expect(try await resolver.level(of: stranger, on: loop).get() == .full)
    #expect(directory.asked.withLock { $0 } == 1)
  }

  @Test func `the absence of permissions is cached too`() async throws {
    let directory = Directory()
    var policy = AccessPolicy(group: "other")
    policy.peers[.control] = []
    policy.peers[.full] = [.group("slow")]
    var book = directory.book
    book.groups = { _ in
      directory.asked.withLock { $0 += 1 }
      return []
    }
    let resolver = AccessResolver(policy, book: book)
    let stranger = PeerCredentials(process: 1, user: 1234, group: 1234)
    for _ in 0..<3 {
      #expect(try await resolver.level(of: stranger, on: loop).get() == AccessLevel.none)
    }
    #expect(directory.asked.withLock { $0 } == 1)
  }

  @Test func `a blocked loop is reported by health, and the watchdog is not fed`() async throws {
    let running = try await RunningServer.start()
    let (gate, isHeld) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    running.server.eventLoop.execute {
      isHeld.signal()
      gate.wait()
    }
    isHeld.wait()
    _ = running.server.lag
    let service = HeadingService()
    while running.server.lag <= Health.longestSilence {
      try await Task.sleep(for: .milliseconds(100))
    }
    let health = Health(service.report, lag: running.server.lag)
    #expect(!health.isGood && health.line.hasPrefix("no line has left for "))
    var policy = Supervision.NotificationPolicy(watchdogLimit: 3)
    #expect(
      policy.states(hasHeading: true, samples: 9, lag: running.server.lag, now: 1) == [.ready])
    gate.signal()
    while running.server.lag > 0 { await Task.yield() }
    #expect(policy.states(hasHeading: true, samples: 10, lag: 0, now: 2) == [.alive])
    await running.stop()
  }
}
