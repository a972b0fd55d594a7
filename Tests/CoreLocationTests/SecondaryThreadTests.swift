import Glibc
import HeadingAuthorization
import HeadingLocationServices
import Synchronization
import Testing

@testable import CoreLocation

/// Managers of threads that are not the main one, on the run loops of these threads.
@Suite(.timeLimit(.minutes(5))) struct SecondaryThreadTests {
  /// Runs a function on a thread of its own.
  private static func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }

  private static func runLoop(until isDone: () -> Bool) {
    let end = Date(timeIntervalSinceNow: 60)
    while !isDone(), Date() < end {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
    }
  }

  @Test func `work of other threads is done in order on the loop's thread`() async {
    let (numbers, isOwn) = await Self.onThread {
      nonisolated(unsafe) var numbers: [Int] = []
      nonisolated(unsafe) var isOwn = true
      let waker = RunLoopWaker.ofThread
      let thread = ObjectIdentifier(Thread.current)
      Thread.detachNewThread {
        for number in 0..<1000 {
          waker.post {
            isOwn = isOwn && ObjectIdentifier(Thread.current) == thread
            numbers.append(number)
          }
        }
      }
      Self.runLoop { numbers.count == 1000 }
      return (numbers, isOwn)
    }
    #expect(numbers == Array(0..<1000))
    #expect(isOwn)
  }

  @Test func `a callback that runs the loop gets the callbacks that follow`() async {
    let order = await Self.onThread {
      nonisolated(unsafe) var order: [String] = []
      let waker = RunLoopWaker.ofThread
      for depth in 0..<4 {
        waker.post {
          order.append("begin \(depth)")
          Self.runLoop { order.contains(depth == 3 ? "last" : "end \(depth + 1)") }
          order.append("end \(depth)")
        }
      }
      waker.post { order.append("last") }
      Self.runLoop { order.contains("end 0") }
      return order
    }
    #expect(
      order == [
        "begin 0", "begin 1", "begin 2", "begin 3", "last", "end 3", "end 2", "end 1", "end 0",
      ])
  }

  @Test func `work that is posted within a callback is done after it`() async {
    let count = await Self.onThread {
      nonisolated(unsafe) var count = 0
      let waker = RunLoopWaker.ofThread
      @Sendable func next() {
        count += 1
        if count < 100 { waker.post { next() } }
      }
      waker.post { next() }
      let isEarly = count > 0
      Self.runLoop { count == 100 }
      return isEarly ? -1 : count
    }
    #expect(count == 100)
  }

  /// Size of the process's resident memory, bytes.
  private static var memory: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * sysconf(CInt(_SC_PAGESIZE))
  }

  @Test func `callbacks and managers leave no memory behind`() async {
    await #expect(processExitsWith: .success) {
      let services = LocationServices(
        hub: SensorHub(ProgramOrigin(environment: ["HEADINGD_SOCKET": "/nonexistent"])),
        center: AuthorizationCenter(
          program: "/bin/none", store: PolicyMemory(), agent: TerminalAgent(),
          usage: UsageDescription(), radios: RadioSwitches(folder: "/nonexistent")),
        storage: ProgramStorage(nil), now: { Date() })
      let growths = await SecondaryThreadTests.onThread { () -> [Int] in
        let manager = CLLocationManager(services: services)
        nonisolated(unsafe) var count = 0
        let callbacks = {
          for _ in 0..<100 {
            for _ in 0..<100 { manager.core.delivery.post { _ in count += 1 } }
            let goal = count + 100
            SecondaryThreadTests.runLoop { count >= goal }
          }
        }
        let managers = {
          for _ in 0..<5000 { _ = CLLocationManager(services: services) }
          let goal = count + 1
          manager.core.delivery.post { _ in count += 1 }
          SecondaryThreadTests.runLoop { count >= goal }
        }
        return [callbacks, managers].map { load in
          for _ in 0..<3 { load() }
          let before = SecondaryThreadTests.memory
          for _ in 0..<10 { load() }
          return SecondaryThreadTests.memory - before
        }
      }
      // 100,000 callbacks, and 50,000 managers; before, 34 MB and 16 MB.
      #expect(growths[0] < 4_000_000, "\(growths)")
      #expect(growths[1] < 4_000_000, "\(growths)")
    }
  }
}
