import HeadingSystemd
import Testing

@testable import HeadingServer

/// What the service manager is told, and when.
struct SupervisionTests {
  @Test func `ready is sent with the first heading, once`() {
    var policy = Supervision.NotificationPolicy(watchdogLimit: nil)
    #expect(policy.states(hasHeading: false, samples: 50, now: 0).isEmpty)
    #expect(policy.states(hasHeading: true, samples: 60, now: 1) == [.ready])
    #expect(policy.states(hasHeading: true, samples: 70, now: 2).isEmpty)
  }

  @Test func `the watchdog is fed while samples flow and starves when they stop`() {
    var policy = Supervision.NotificationPolicy(watchdogLimit: 3)
    // Not before the service is ready: the manager does not watch yet.
    #expect(policy.states(hasHeading: false, samples: 10, now: 0).isEmpty)
    #expect(policy.states(hasHeading: true, samples: 20, now: 1) == [.ready, .alive])
    let flowing = (1...100).flatMap {
      policy.states(hasHeading: true, samples: 20 + UInt64($0), now: 1 + Double($0) * 0.05)
    }
    #expect((4...5).contains(flowing.count))
    #expect(flowing.allSatisfy { $0 == .alive })
    let silent = (1...200).flatMap {
      policy.states(hasHeading: true, samples: 120, now: 6 + Double($0) * 0.05)
    }
    // What came since the last feeding is fed once more, then no more.
    #expect(silent.count <= 1)
    #expect(policy.states(hasHeading: true, samples: 121, now: 20) == [.alive])
  }
}
