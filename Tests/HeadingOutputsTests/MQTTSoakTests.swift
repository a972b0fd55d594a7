import Foundation
import Glibc
import HeadingSensing
import HeadingTesting
import Logging
import Synchronization
import Testing

@testable import HeadingOutputs

/// Years of losses, as fast as they go: a broker that leaves in the middle, again and again.
///
/// With `SOAK=1` (`make fleet-soak`) 100 000 events and 2000 losses, a year with an event every five minutes,
/// with the process's memory, which other tests at the same time would change.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct MQTTSoakTests {
  private static let isLong = ProcessInfo.processInfo.environment["SOAK"] == "1"
  private static let losses = isLong ? 2000 : 40
  private static let eventsPerLoss: UInt64 = 50
  private static let limit = 200_000

  /// Acknowledges some events of each connection, and ends it.
  private final class Broker: Sendable {
    struct State {
      /// How often each event has come, up to 255 times.
      var counts: [UInt8] = []
      var connections = 0
      var isPatient = false
    }

    let state = Mutex(State())
    let socket: LoopbackSocket

    init() throws {
      socket = try LoopbackSocket(SOCK_STREAM)
    }

    deinit { shutdown(socket.descriptor, CInt(SHUT_RDWR)) }

    func start() { MQTTPeer.serve(socket) { [weak self] in self?.talk($0) } }

    private func talk(_ peer: MQTTPeer) {
      let isPatient = state.withLock { state in
        state.connections += 1
        return state.isPatient
      }
      var left = isPatient ? Int.max : Int.random(in: 0...130)
      while let (kind, body) = peer.packet() {
        switch kind & 0xF0 {
        case 0x10: peer.say(0x20, [0, 0, 0])
        case 0x30:
          let end = 2 + Int(body[0]) << 8 + Int(body[1])
          // Quality 1: identifier, and no properties of MQTT 5.
          let text = String(decoding: body[(end + 3)...], as: UTF8.self)
          note(Int(text) ?? 0)
          left -= 1
          // The last one has come, and is not acknowledged.
          guard left > 0 else { return }
          peer.say(0x40, [body[end], body[end + 1]])
        case 0xC0: peer.say(0xD0, [])
        default: continue
        }
      }
    }

    private func note(_ sequence: Int) {
      state.withLock { state in
        while state.counts.count <= sequence { state.counts.append(0) }
        if state.counts[sequence] < .max { state.counts[sequence] += 1 }
      }
    }
  }

  /// Publishes a queue's events; ends with the connection, or once all are acknowledged.
  private final class Publisher: MQTTSessionUser {
    var queue: EventQueue
    /// Events that are still to happen in this connection.
    var coming: UInt64 = 0
    /// Seconds of a clock of its own, which goes on with each event and acknowledgement.
    var clock = 0.0
    var isEnded = false
    private var inFlight: [Int32: MQTTEvent] = [:]
    private var read: [MQTTEvent] = []

    init(_ queue: EventQueue) { self.queue = queue }

    func happen(_ count: UInt64) {
      clock += 3150
      queue.append((0..<count).map { _ in { _, sequence in Array("\(sequence)".utf8) } }, at: clock)
    }

    func connected(_ connection: MQTTConnection) { forget() }

    private func forget() {
      (inFlight, read) = ([:], [])
      queue.rewind()
    }

    func turn(_ connection: MQTTConnection) throws(MQTTFailure) -> Double {
      if coming > 0 {
        let count = min(coming, 10)
        happen(count)
        coming -= count
      }
      while inFlight.count < 20 {
        if read.isEmpty {
          read =
            queue.read(atMost: 20, at: clock) { _, sequence, _ in Array("\(sequence)".utf8) }
            .reversed()
        }
        guard let event = read.popLast() else { break }
        let identifier = try connection.publish(
          MQTTMessage(topic: "t", payload: event.payload, quality: 1))
        inFlight[identifier] = event
      }
      isEnded = inFlight.isEmpty && coming == 0
      return coming > 0 ? 0 : 1
    }

    func acknowledged(_ identifier: Int32, refusal: String?, _ connection: MQTTConnection) {
      guard let event = inFlight.removeValue(forKey: identifier) else { return }
      // Some in each second, which share a note of what was acknowledged.
      clock += 0.05
      queue.acknowledge(event, at: clock)
    }

    func received(_ message: MQTTMessage, _ connection: MQTTConnection) {}

    func waiting(_ failure: MQTTFailure?) {
      guard failure != nil else { return }
      forget()
      isEnded = true
    }

    func ending(_ connection: MQTTConnection) {}
  }

  /// What the process has: resident bytes, and descriptors that belong to this test.
  private struct Usage {
    let allocated: Int
    let descriptors: Int

    init(_ folder: String, port: Int) throws {
      // Pages that are resident.
      let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
        separator: " ")
      allocated = (Int(pages[1]) ?? 0) * sysconf(CInt(_SC_PAGESIZE))
      let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
      }
      let hex = String(port, radix: 16, uppercase: true)
      let sockets = try String(contentsOfFile: "/proc/self/net/tcp", encoding: .utf8)
        .split(separator: "\n").filter { line in
          let fields = line.split(separator: " ")
          // Established (01) or closed by the other side only (08).
          return fields.count > 3 && ["01", "08"].contains(fields[3])
            && (fields[1].hasSuffix(":" + hex) || fields[2].hasSuffix(":" + hex))
        }
      descriptors = links.filter { $0.hasPrefix(folder) }.count + sockets.count
    }
  }

  /// The size of the files in a folder, bytes.
  private static func size(_ folder: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) { sum, name in
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
      return sum + (attributes[.size] as? Int ?? 0)
    }
  }

  @Test func `losses without number lose no event, no memory and no descriptor`() async throws {
    let folder = try TemporaryFolder()
    let broker = try Broker()
    broker.start()
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try Self.soak(folder.url.path + "/queue", broker) })
      }
    }
  }

  private static func soak(_ path: String, _ broker: Broker) throws {
    let logger = Logger(label: "soak") { _ in SwiftLogNoOpLogHandler() }
    let publisher = Publisher(
      EventQueue(folder: path, limit: limit) { notice, _ in Issue.record("\(notice.message)") })
    let server = try #require(MQTTServer("127.0.0.1:\(broker.socket.port)"))
    var settings = MQTTSettings(servers: [server], clientIdentifier: "soak")
    settings.version = .five
    func connect(_ events: UInt64) {
      publisher.isEnded = false
      publisher.coming += events
      MQTTSession(settings, logger: logger).run(publisher, wake: -1)
    }
    var (start, middle, largest) = (try Usage(path, port: server.port ?? 0), 0, 0)
    for loss in 0..<losses {
      // All that grows to its size has done so.
      if loss == losses / 10 { start = try Usage(path, port: server.port ?? 0) }
      if loss == losses / 2 { middle = try Usage(path, port: server.port ?? 0).allocated }
      connect(eventsPerLoss)
      largest = max(largest, try size(path))
    }
    let end = try Usage(path, port: server.port ?? 0)
    // What is left goes to a broker that stays.
    broker.state.withLock { $0.isPatient = true }
    connect(0)
    let total = Int(UInt64(losses) * eventsPerLoss)
    let (counts, connections) = broker.state.withLock { ($0.counts, $0.connections) }
    let sent = (1...total).filter { $0 < counts.count && counts[$0] > 0 }.count
    #expect(sent == total && counts.count == total + 1, "\(sent) of \(total), \(counts.count)")
    #expect(connections == losses + 1)
    #expect(largest <= limit + limit / 4, "the queue had \(largest) bytes")
    #expect(end.descriptors <= start.descriptors + 2, "\(start.descriptors) to \(end.descriptors)")
    // A broker that is away: the queue keeps to its size, and says what it dropped.
    for _ in 0..<(isLong ? 2000 : 300) { publisher.happen(eventsPerLoss) }
    let full = try size(path)
    #expect(full <= limit + limit / 4, "the queue has \(full) bytes")
    connect(0)
    let left = try size(path)
    #expect(left < limit / 2, "the queue has \(left) bytes after all is sent")
    let growth = end.allocated - start.allocated
    print(
      "soak: \(total) events, \(connections) connections, memory \(start.allocated / 1000) kB after a "
        + "tenth, \(middle / 1000) kB after half, \(end.allocated / 1000) kB at the end, descriptors "
        + "\(start.descriptors) to \(end.descriptors), queue at most \(max(largest, full)) bytes of \(limit)"
    )
    if isLong { #expect(growth < 4_000_000, "\(growth) bytes more are resident") }
  }
}
