import Foundation
import HeadingAuthorization
import HeadingClient
import HeadingProtocol
import HeadingServer
import Testing

/// Updates from one server to many subscribers over real sockets.
///
/// The limit ends what hangs; a hundred readers in this process take a minute with a sanitizer.
@Suite(.timeLimit(.minutes(5)))
struct StreamTests {
  @Test func `a hundred subscribers get every update while one does not read`() async throws {
    let running = try await RunningServer.start()
    let stalled = try RawClient(path: running.path)
    let count = 150
    let (arrivals, arrived) = AsyncStream.makeStream(of: Double.self)
    let readers = (0..<100).map { _ in
      Task {
        for try await line in DaemonClient(running.address).lines {
          switch line {
          case .greeting: arrived.yield(0)
          case .update(let message): arrived.yield(message.bootTime)
          default: Issue.record("unexpected line \(line)")
          }
        }
      }
    }
    var next = arrivals.makeAsyncIterator()
    // In step: update n + 1 is published when all have n, so a delayed subscriber would delay all.
    for number in 0...count {
      if number > 0 { running.server.publish(Message.at(Double(number))) }
      for _ in 0..<100 {
        let time = await next.next()
        #expect(time == Double(number))
      }
    }
    #expect(await running.server.subscriberCount == 101)
    for reader in readers { reader.cancel() }

    let lines = await stalled.lines { $0.contains("\"boot_time\":\(count)") }
    let read = try lines.map {
      try MessageCoder().message(ServerLine.self, from: Data($0.utf8))
    }
    let times = read.compactMap {
      if case .update(let message) = $0 { message.bootTime } else { nil }
    }
    let missed = read.compactMap { if case .missed(let count) = $0 { count } else { nil } }
    #expect(times.last == Double(count))
    #expect(missed.count == 1)
    // Nothing is lost without being counted, and what was kept is far less than what was sent.
    #expect(times.count + missed.reduce(0, +) == count)
    #expect(times.count < count * 3 / 4)
    await running.stop()
  }

  @Test func `a rate thins the stream out evenly`() async throws {
    let running = try await RunningServer.start()
    let client = DaemonClient(running.address, request: Request(rate: 10))
    var times: [Double] = []
    for try await line in client.lines {
      switch line {
      case .request(let request):
        #expect(request.rate == 10)
        for number in 0...300 {
          running.server.publish(Message.at(5 + Double(number) / 100))
          // In step with the event loop, whose mailbox is bounded.
          _ = await running.server.subscriberCount
        }
      case .update(let message): times.append(message.bootTime)
      default: break
      }
      if times.last ?? 0 >= 8 { break }
    }
    #expect(times.count == 31)
    #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 0.1) < 0.011 })
    await running.stop()
  }

  @Test func `loopback TCP carries the same stream`() async throws {
    let running = try await RunningServer.start {
      $0.loopbackPort = 0
      $0.policy.tcp = .full
    }
    let port = try #require(running.server.port)
    for try await line in DaemonClient(.host("127.0.0.1", port: port)).lines {
      switch line {
      case .greeting(let greeting):
        #expect(greeting.version == 1)
        #expect(greeting.has(.rate))
        running.server.publish(Message.at(1))
      case .update(let message):
        #expect(message == Message.at(1))
      default: Issue.record("unexpected line \(line)")
      }
      if case .update = line { break }
    }
    await running.stop()
  }

  @Test func `a reader that sends nothing more still reads`() async throws {
    let running = try await RunningServer.start()
    let client = try RawClient(path: running.path)
    client.finishSending()
    let greeting = await client.lines { $0.contains("greeting") }
    #expect(greeting.count == 1)
    running.server.publish(Message.at(3))
    let lines = await client.lines { $0.contains("\"boot_time\":3") }
    #expect(lines.count == 1)
    await running.stop()
  }

  @Test func `the client reports the daemon's end, and a new iteration finds the next daemon`()
    async throws
  {
    let first = try await RunningServer.start()
    let client = DaemonClient(first.address)
    var lines = client.lines.makeAsyncIterator()
    guard case .greeting = try await lines.next() else {
      Issue.record("no greeting")
      return
    }
    await first.stop()
    await #expect(throws: HeadingClientError.connectionLost(first.address)) {
      _ = try await lines.next()
    }
    await #expect(throws: HeadingClientError.notRunning(first.address)) {
      for try await _ in client.lines {}
    }
    let second = try await RunningServer.start(at: first.path)
    lines = client.lines.makeAsyncIterator()
    guard case .greeting = try await lines.next() else {
      Issue.record("no greeting")
      return
    }
    await second.stop()
  }

  @Test func `publishing from many threads at once counts every lost update`() async throws {
    let running = try await RunningServer.start()
    let client = try RawClient(path: running.path)
    _ = await client.lines { $0.contains("greeting") }
    await withTaskGroup(of: Void.self) { group in
      for part in 0..<8 {
        group.addTask {
          for number in 0..<100 { running.server.publish(Message.at(Double(part * 100 + number))) }
        }
      }
    }
    running.server.publish(Message.at(9999))
    let lines = await client.lines { $0.contains("\"boot_time\":9999") }
    var accounted = 0
    for line in lines {
      switch try MessageCoder().message(ServerLine.self, from: Data(line.utf8)) {
      case .update: accounted += 1
      case .missed(let count): accounted += count
      case let other: Issue.record("unexpected line \(other)")
      }
    }
    #expect(accounted == 801)
    await running.stop()
  }

  @Test func `a cancelled reader ends without an error`() async throws {
    let running = try await RunningServer.start()
    let client = DaemonClient(running.address)
    let reader = Task { for try await _ in client.lines {} }
    reader.cancel()
    try await reader.value
    await running.stop()
  }
}
