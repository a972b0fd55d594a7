import Foundation
import Glibc
import HeadingGeometry
import HeadingRuntime
import HeadingSimulation
import HeadingTesting
import Logging
import Synchronization
import Testing

@testable import HeadingOutputs

/// States and events on a real broker, and what happens without one.
@Suite(
  .serialized, .timeLimit(.minutes(3)),
  .enabled(if: MosquittoBroker.isInstalled, "mosquitto is not installed"))
struct MQTTOutputTests {
  /// A client that collects messages.
  private final class Reader: MQTTSessionUser, Sendable {
    private let ended = Mutex(false)
    private let filter: String
    let messages: AsyncStream<MQTTMessage>
    private let output: AsyncStream<MQTTMessage>.Continuation

    init(_ filter: String = "#") {
      self.filter = filter
      (messages, output) = AsyncStream.makeStream()
    }

    var isEnded: Bool { ended.withLock { $0 } }
    func end() { ended.withLock { $0 = true } }
    func connected(_ connection: MQTTConnection) throws(MQTTFailure) {
      try connection.subscribe(filter, quality: 1)
    }
    func received(_ message: MQTTMessage, _ connection: MQTTConnection) { output.yield(message) }
    func acknowledged(_ identifier: Int32, refusal: String?, _ connection: MQTTConnection) {}
    func turn(_ connection: MQTTConnection) -> Double { 0.1 }
    func waiting(_ failure: MQTTFailure?) {}
    func ending(_ connection: MQTTConnection) {}

    /// Subscribes at a broker of this machine.
    func start(_ port: Int) throws {
      let server = try #require(MQTTServer("127.0.0.1:\(port)"))
      let identifier = "reader-\(UInt32.random(in: 0 ... .max))"
      let settings = MQTTSettings(servers: [server], clientIdentifier: identifier)
      Thread.detachNewThread {
        MQTTSession(settings, logger: Logger(label: "reader")).run(self, wake: -1)
      }
    }
  }

  private func configuration(_ ports: [Int]) throws -> MQTTConfiguration {
    try MQTTConfiguration(
      servers: ports.map { try #require(MQTTServer("localhost:\($0)")) }, robot: "r-7")
  }

  /// Runs a simulated device with an output while a function listens; it gets what is logged.
  private func withOutput<Value: Sendable>(
    _ configuration: MQTTConfiguration, _ listen: (AsyncStream<String>) async throws -> Value
  ) async throws -> Value {
    let (lines, output) = AsyncStream.makeStream(of: String.self)
    let service = HeadingService()
    let source = SimulationSource(try Scenario.named("pose:heading=45,iron=none"))
    let logger = Logger(label: "test") { _ in LogLines(lines: output) }
    let mqtt = Task { await MQTTOutput(configuration).run(on: service, logger: logger) }
    let running = Task { await service.run([source]) }
    let result: Result<Value, any Error>
    do { result = .success(try await listen(lines)) } catch { result = .failure(error) }
    running.cancel()
    mqtt.cancel()
    await mqtt.value
    return try result.get()
  }

  private func object(_ message: MQTTMessage) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(message.payload)) as? [String: Any])
  }

  private func first(
    _ lines: AsyncStream<String>, containing text: String
  ) async throws -> String {
    for await line in lines where line.contains(text) { return line }
    throw CancellationError()
  }

  @Test func `states, events and the end arrive at a subscriber`() async throws {
    let broker = try await MosquittoBroker()
    let folder = try TemporaryFolder()
    var configuration = try configuration([broker.port])
    (configuration.queueFolder, configuration.homeAssistant) = (folder.url.path, "homeassistant")
    let reader = Reader()
    defer { reader.end() }
    try reader.start(broker.port)
    let arrivals = reader.messages
    var (topics, sequences) = try await withOutput(configuration) { _ in
      var topics: Set<String> = []
      var sequences: [Int] = []
      for await message in arrivals {
        topics.insert(message.topic)
        if message.topic == "headingd/r-7/event" {
          sequences.append(try #require(try object(message)["sequence"] as? Int))
        }
        guard message.topic == "headingd/r-7/state", !sequences.isEmpty,
          let heading = try object(message)["magnetic_heading"] as? Double
        else { continue }
        let values = try object(message)
        #expect(abs(heading - 45) < 2 && values["simulated"] as? Bool == true)
        #expect(values["robot"] as? String == "r-7" && values["version"] as? Int == 1)
        break
      }
      return (topics, sequences)
    }
    var last: MQTTMessage?
    for await message in arrivals {
      topics.insert(message.topic)
      if message.topic.hasSuffix("/event") {
        sequences.append(try #require(try object(message)["sequence"] as? Int))
      }
      if message.topic.hasSuffix("/state") { last = message }
      if message.topic.hasSuffix("/availability"), message.payload == Array("offline".utf8) {
        break
      }
    }
    let end = try object(try #require(last))
    #expect(end["magnetic_heading"] is NSNull && end["reasons"] as? [String] == ["stopped"])
    #expect(sequences == Array(1...sequences.count))
    #expect(
      topics == [
        "headingd/r-7/availability", "headingd/r-7/state", "headingd/r-7/event",
        "homeassistant/device/headingd_r-7/config",
      ])
  }

  @Test func `a wrong password is told in plain words`() async throws {
    let folder = try TemporaryFolder()
    // Of mosquitto_passwd, for another user.
    let line =
      "other:$7$101$6VwfwbsdQcv0zhLc$Qi8bZpVOY7410E3v3FfqeZUaEsy0aN09g1hWesSi/R7"
      + "xdZXN+A2d/NWNVpG9AcoN1C3a3wHziujH1PQ3i7Jx2g==\n"
    let users = try folder.put("users", line)
    let broker = try await MosquittoBroker("allow_anonymous false\npassword_file \(users)")
    var configuration = try configuration([broker.port])
    (configuration.user, configuration.passwordFile) = ("robot", try folder.put("password", "x\n"))
    try await withOutput(configuration) { lines in
      let line = try await first(lines, containing: "cannot go to")
      #expect(line.contains("the user, the password or the certificate is not accepted"))
    }
  }

  @Test func `another broker of the list is taken at once when one is killed`() async throws {
    let one = try await MosquittoBroker()
    let other = try await MosquittoBroker()
    let reader = Reader("headingd/+/state")
    defer { reader.end() }
    try reader.start(other.port)
    try await withOutput(try configuration([one.port, other.port])) { lines in
      _ = try await first(lines, containing: "goes to localhost:\(one.port)")
      let moment = ContinuousClock.now
      one.stop()
      var messages = reader.messages.makeAsyncIterator()
      _ = await messages.next()
      #expect(moment.duration(to: .now) < .seconds(5))
    }
  }

  @Test func `a broker that comes back gets every event that has waited`() async throws {
    let folder = try TemporaryFolder()
    let port = try LoopbackSocket.freePort(SOCK_STREAM)
    var configuration = try configuration([port])
    configuration.queueFolder = folder.url.path
    let reader = Reader("headingd/+/event")
    defer { reader.end() }
    try await withOutput(configuration) { lines in
      let line = try await first(lines, containing: "cannot go to")
      #expect(line.contains("nobody answers there"))
      let broker = try await MosquittoBroker(port: port)
      try reader.start(port)
      _ = try await first(lines, containing: "goes to")
      withExtendedLifetime(broker) {}
    }
    // What was not read by anybody is known to the broker, and its number is used.
    let queue = try EventFolder(folder.url.path, limit: 1_000_000)
    #expect(!queue.stream.isEmpty)
  }

  /// Servers that are no brokers.
  @Test(arguments: [
    "HTTP/1.1 400 Bad Request\r\n\r\n", "\u{20}\u{2}\u{0}\u{5}", "",
    "\u{20}\u{7F}" + String(repeating: "x", count: 10),
  ])
  func `a server that is no broker is left with a reason`(answer: String) async throws {
    let socket = try LoopbackSocket(SOCK_STREAM)
    #expect(listen(socket.descriptor, 8) == 0)
    let server = Thread {
      while true {
        let peer = accept(socket.descriptor, nil, nil)
        guard peer >= 0 else { return }
        var request = [UInt8](repeating: 0, count: 64)
        _ = read(peer, &request, request.count)
        _ = write(peer, answer, answer.utf8.count)
        close(peer)
      }
    }
    server.start()
    defer { shutdown(socket.descriptor, CInt(SHUT_RDWR)) }
    try await withOutput(try configuration([socket.port])) { lines in
      let line = try await first(lines, containing: "cannot go to")
      #expect(
        line.contains("closed the connection") || line.contains("is not MQTT")
          || line.contains("not accepted"))
    }
  }
}
