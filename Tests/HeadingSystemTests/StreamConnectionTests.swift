import Foundation
import Glibc
import HeadingTesting
import Synchronization
import Testing

@testable import HeadingSystem

/// Connections against sockets of this machine.
@Suite(.timeLimit(.minutes(5))) struct StreamConnectionTests {
  enum Event: Sendable, Equatable {
    case opened
    case bytes([UInt8])
    case deadline
    case ended(StreamFailure?)
  }

  /// Passes events on; its deadline is a time after the connection.
  final class Handler: StreamHandler {
    let output: AsyncStream<Event>.Continuation
    let time: Duration?
    var deadline: SuspendingClock.Instant?

    init(_ output: AsyncStream<Event>.Continuation, _ time: Duration?) {
      (self.output, self.time) = (output, time)
    }

    func opened() {
      deadline = time.map { SuspendingClock.now + $0 }
      output.yield(.opened)
    }

    func received(_ bytes: ArraySlice<UInt8>) { output.yield(.bytes(Array(bytes))) }

    func deadlinePassed() {
      deadline = nil
      output.yield(.deadline)
    }

    func ended(_ failure: StreamFailure?) {
      output.yield(.ended(failure))
      output.finish()
    }
  }

  private static func start(
    _ connection: StreamConnection, deadline: Duration? = nil
  ) -> AsyncStream<Event> {
    let (events, output) = AsyncStream.makeStream(of: Event.self)
    connection.start { Handler(output, deadline) }
    return events
  }

  private static func all(_ events: AsyncStream<Event>) async -> [Event] {
    await events.reduce(into: []) { $0.append($1) }
  }

  @Test func `bytes go both ways, and the end of the peer is the end`() async throws {
    let listener = try LoopbackSocket(SOCK_STREAM)
    listen(listener.descriptor, 4)
    let descriptor = listener.descriptor
    let connection = StreamConnection(to: .host("127.0.0.1", port: listener.port))
    Thread.detachNewThread {
      let peer = accept(descriptor, nil, nil)
      var bytes = [UInt8](repeating: 0, count: 16)
      let count = recv(peer, &bytes, bytes.count, 0)
      _ = send(peer, bytes, max(0, count), CInt(MSG_NOSIGNAL))
      close(peer)
    }
    var events = Self.start(connection).makeAsyncIterator()
    #expect(await events.next() == .opened)
    connection.send("hello".utf8)
    #expect(await events.next() == .bytes(Array("hello".utf8)))
    #expect(await events.next() == .ended(nil))
  }

  @Test func `nobody listening, no such socket, no such name`() async throws {
    let port = try LoopbackSocket.freePort(SOCK_STREAM)
    let refused = StreamConnection(to: .host("127.0.0.1", port: port))
    #expect(await Self.all(Self.start(refused)) == [.ended(.system(ECONNREFUSED))])
    let absent = StreamConnection(to: .path("/nonexistent/s"))
    #expect(await Self.all(Self.start(absent)) == [.ended(.system(ENOENT))])
    let long = StreamConnection(to: .path(String(repeating: "x", count: 108)))
    #expect(await Self.all(Self.start(long)) == [.ended(.pathTooLong)])
    let unknown = StreamConnection(to: .host("no-such-host.invalid", port: 1))
    #expect(await Self.all(Self.start(unknown)) == [.ended(.unknownHost)])
    // Its addresses are of both kinds, or of one; that nobody listens is what counts.
    let named = StreamConnection(to: .host("localhost", port: port))
    #expect(await Self.all(Self.start(named)) == [.ended(.system(ECONNREFUSED))])
  }

  @Test func `the most useful of several failures is told`() {
    let failures: [StreamFailure] = [
      .system(EADDRNOTAVAIL), .system(ECONNREFUSED), .system(ENETUNREACH), .noAnswer,
    ]
    #expect(failures.max { $0.weight < $1.weight } == .system(ECONNREFUSED))
  }

  @Test func `closing ends a connection that says nothing, at once`() async throws {
    let listener = try LoopbackSocket(SOCK_STREAM)
    listen(listener.descriptor, 4)
    let connection = StreamConnection(to: .host("127.0.0.1", port: listener.port))
    var events = Self.start(connection).makeAsyncIterator()
    #expect(await events.next() == .opened)
    connection.close()
    #expect(await events.next() == .ended(.closed))
    let early = StreamConnection(to: .host("127.0.0.1", port: listener.port))
    early.close()
    #expect(await Self.all(Self.start(early)) == [.ended(.closed)])
  }

  @Test func `a deadline passes without input`() async throws {
    let listener = try LoopbackSocket(SOCK_STREAM)
    listen(listener.descriptor, 4)
    let connection = StreamConnection(to: .host("127.0.0.1", port: listener.port))
    var events = Self.start(connection, deadline: .milliseconds(20)).makeAsyncIterator()
    #expect(await events.next() == .opened)
    #expect(await events.next() == .deadline)
    connection.close()
    #expect(await events.next() == .ended(.closed))
  }

  @Test func `a peer that reads nothing cannot make the queue grow`() async throws {
    let listener = try LoopbackSocket(SOCK_STREAM)
    listen(listener.descriptor, 4)
    let connection = StreamConnection(to: .host("127.0.0.1", port: listener.port))
    var events = Self.start(connection).makeAsyncIterator()
    #expect(await events.next() == .opened)
    let part = [UInt8](repeating: 1, count: 1 << 16)
    // More than the buffers of the system hold, 6 MB by default.
    for _ in 0..<1024 { connection.send(part) }
    #expect(await events.next() == .ended(.congested))
  }

  @Test func `a peer that vanishes raises no signal`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      let listener = try LoopbackSocket(SOCK_STREAM)
      listen(listener.descriptor, 4)
      let descriptor = listener.descriptor
      let connection = StreamConnection(to: .host("127.0.0.1", port: listener.port))
      Thread.detachNewThread {
        let peer = accept(descriptor, nil, nil)
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
          peer, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        close(peer)
      }
      let sender = Task {
        while !Task.isCancelled {
          connection.send([1])
          await Task.yield()
        }
      }
      let events = await StreamConnectionTests.all(StreamConnectionTests.start(connection))
      sender.cancel()
      #expect(events.last != .ended(.closed))
    }
  }
}
