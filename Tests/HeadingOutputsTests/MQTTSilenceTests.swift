import Foundation
import Glibc
import HeadingTesting
import Logging
import Synchronization
import Testing

@testable import HeadingOutputs

/// Brokers that accept a connection and say nothing any more.
@Suite(.timeLimit(.minutes(1)))
struct MQTTSilenceTests {
  /// Accepts connections with an answer to CONNECT, and then only reads.
  private final class Broker: Sendable {
    let socket: LoopbackSocket
    /// A moment for each connection, and one for its end.
    let moments: AsyncStream<ContinuousClock.Instant>
    private let output: AsyncStream<ContinuousClock.Instant>.Continuation
    private let answer: [UInt8]

    init(_ answer: [UInt8]) throws {
      socket = try LoopbackSocket(SOCK_STREAM)
      (moments, output) = AsyncStream.makeStream()
      self.answer = answer
    }

    deinit { shutdown(socket.descriptor, CInt(SHUT_RDWR)) }

    func start() {
      let (output, answer) = (output, answer)
      MQTTPeer.serve(socket) { peer in
        while let (kind, _) = peer.packet() {
          guard kind & 0xF0 == 0x10 else { continue }
          output.yield(.now)
          peer.say(0x20, answer)
        }
        output.yield(.now)
      }
    }
  }

  /// Publishes ten messages of quality 0 a second.
  private final class Talker: MQTTSessionUser, Sendable {
    private let ended = Mutex(false)
    var isEnded: Bool { ended.withLock { $0 } }
    func end() { ended.withLock { $0 = true } }
    func connected(_ connection: MQTTConnection) {}
    func received(_ message: MQTTMessage, _ connection: MQTTConnection) {}
    func acknowledged(_ identifier: Int32, refusal: String?, _ connection: MQTTConnection) {}
    func turn(_ connection: MQTTConnection) throws(MQTTFailure) -> Double {
      try connection.publish(MQTTMessage(topic: "t", payload: [1]))
      return 0.1
    }
    func waiting(_ failure: MQTTFailure?) {}
    func ending(_ connection: MQTTConnection) {}
  }

  private func talk(to broker: Broker, _ talker: Talker, _ keepAlive: Int) throws {
    let server = try #require(MQTTServer("127.0.0.1:\(broker.socket.port)"))
    var settings = MQTTSettings(servers: [server], clientIdentifier: "talker")
    (settings.version, settings.keepAlive) = (.five, keepAlive)
    let logger = Logger(label: "silence") { _ in SwiftLogNoOpLogHandler() }
    Thread.detachNewThread { [settings] in
      MQTTSession(settings, logger: logger).run(talker, wake: -1)
    }
  }

  @Test
  func
    `a silent broker is left within the keep-alive and five seconds, though not one that allows more`()
    async throws
  {
    let silent = try Broker([0, 0, 0])
    // Server keep-alive (0x13) of a minute: the library asks no earlier.
    let patient = try Broker([0, 0, 3, 0x13, 0, 60])
    let talker = Talker()
    defer { talker.end() }
    for broker in [silent, patient] {
      broker.start()
      try talk(to: broker, talker, 5)
    }
    let opened = ContinuousClock.now
    let closed = Mutex(false)
    let watch = Task {
      var moments = patient.moments.makeAsyncIterator()
      _ = await moments.next()
      if await moments.next() != nil { closed.withLock { $0 = true } }
    }
    defer { watch.cancel() }
    var moments = silent.moments.makeAsyncIterator()
    let first = try #require(await moments.next())
    let end = try #require(await moments.next())
    let again = try #require(await moments.next())
    #expect(first.duration(to: end) > .seconds(7.5), "\(first.duration(to: end))")
    #expect(first.duration(to: again) < .seconds(10), "\(first.duration(to: again))")
    #expect(closed.withLock { !$0 }, "left after \(opened.duration(to: .now))")
  }
}
