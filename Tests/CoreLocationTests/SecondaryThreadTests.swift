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

  private static func makeServices() -> LocationServices {
    LocationServices(
      hub: SensorHub(ProgramOrigin(environment: ["HEADINGD_SOCKET": "/nonexistent"])),
      center: AuthorizationCenter(
        program: "/bin/none", store: PolicyMemory(), agent: TerminalAgent(),
        usage: UsageDescription(), radios: RadioSwitches(folder: "/nonexistent")),
      storage: ProgramStorage(nil), now: { Date() })
  }

  @Test func `a thread that does not run its loop keeps the newest, and what may not be lost`()
    async
  {
    let services = Self.makeServices()
    let (log, order) = await Self.onThread { () -> ([ManagerEvent.Kind?: [Int]], [Int]) in
      nonisolated(unsafe) var log: [ManagerEvent.Kind?: [Int]] = [:]
      nonisolated(unsafe) var order: [Int] = []
      let manager = CLLocationManager(services: services)
      let post = { (kind: ManagerEvent.Kind?, number: Int) in
        manager.core.delivery.post(kind) { _ in
          log[kind, default: []].append(number)
          order.append(number)
        }
      }
      for number in 0..<100_000 {
        post(number.isMultiple(of: 2) ? .location : .heading, number)
        switch number {
        case 1000: post(.authorization, number)
        case 2000: post(.failure(.locationUnknown), number)
        case 3000: post(.failure(.denied), number)
        case 4000..<4100: post(nil, number)
        default: break
        }
      }
      Self.runLoop { order.last == 99_999 }
      return (log, order)
    }
    let most = ManagerQueue.usualLength
    #expect(log[.location] == (0..<50_000).suffix(most).map { $0 * 2 })
    #expect(log[.heading] == (0..<50_000).suffix(most).map { $0 * 2 + 1 })
    #expect(log[.authorization] == [1000])
    #expect(log[.failure(.locationUnknown)] == [2000] && log[.failure(.denied)] == [3000])
    #expect(log[nil] == Array(4000..<4100))
    #expect(order == order.sorted() && order.count == 2 * most + 103)
  }

  /// Size of the process's resident memory, bytes.
  private static var memory: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * sysconf(CInt(_SC_PAGESIZE))
  }

  @Test func `callbacks and managers leave no memory behind`() async {
    await #expect(processExitsWith: .success) {
      let services = SecondaryThreadTests.makeServices()
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
