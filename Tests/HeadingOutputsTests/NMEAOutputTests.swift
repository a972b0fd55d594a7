import Foundation
import Glibc
import HeadingRuntime
import HeadingSimulation
import HeadingStorage
import HeadingTesting
import Logging
import Testing

@testable import HeadingOutputs

/// NMEA 0183 on its way out, read by others.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct NMEAOutputTests {
  /// Runs a device that stands at a heading, with an output, while a function listens.
  ///
  /// A device that does not say that it is simulated stands for a real one.
  private func withOutput<Value: Sendable>(
    to destination: OutputDestination, rate: Double = 50, isSimulated: Bool = false,
    _ listen: @Sendable () async throws -> Value
  ) async throws -> Value {
    let service = HeadingService()
    let source = SimulationSource(
      try Scenario.named("pose:heading=45,pitch=10,roll=-20,iron=none,latitude=47.4,longitude=8.5"))
    var configuration = NMEAConfiguration(to: destination)
    configuration.rate = rate
    let output = NMEAOutput(configuration)
    let running = [
      Task { await service.run([isSimulated ? source : UnmarkedSource(source)]) },
      Task { await output.run(on: service, logger: Logger(label: "test")) },
    ]
    defer { for task in running { task.cancel() } }
    return try await listen()
  }

  /// Tries until somebody listens, for half a minute.
  private func talk<Value: Sendable>(
    to port: Int, _ body: @escaping @Sendable (BlockingConnection) throws -> Value
  ) async throws -> Value {
    let start = ContinuousClock.now
    while true {
      do {
        return try await BlockingConnection.talk(toPort: port, body)
      } catch BlockingConnection.Failure.refused where start.duration(to: .now) < .seconds(30) {
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  @Test(.enabled(if: RealGPSD.isInstalled, "gpsd is not installed: apt-get install gpsd"))
  func `gpsd reads the sentences and reports ATT`() async throws {
    let receiverPort = try LoopbackSocket.freePort(SOCK_DGRAM)
    let port = try LoopbackSocket.freePort(SOCK_STREAM)
    let gpsd = try RealGPSD(port: port, receiver: "udp://127.0.0.1:\(receiverPort)")
    defer { gpsd.stop() }
    let attitude = try await withOutput(to: .udp(host: "127.0.0.1", port: receiverPort)) {
      try await talk(to: port) { connection in
        try connection.send("?WATCH={\"enable\":true,\"json\":true};\n")
        while true {
          let line = try connection.line()
          if line.contains("\"class\":\"ATT\"") { return line }
        }
      }
    }
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(attitude.utf8)) as? [String: Any])
    // 45° from magnetic north in Zürich, whose declination was 3.6° east in 2026.
    let heading = try #require(object["heading"] as? Double)
    #expect((47...51).contains(heading), "\(attitude)")
  }

  @Test func `clients over TCP each get complete sentences`() async throws {
    let port = try LoopbackSocket.freePort(SOCK_STREAM)
    let lines = try await withOutput(to: .tcp(address: "127.0.0.1", port: port)) {
      var lines: [String] = []
      for _ in 0..<2 {
        lines += try await talk(to: port) { connection in
          // A heading is sent as soon as one is known.
          var own: [String] = []
          while own.count < 8 || own.count(where: { $0.hasPrefix("$HCHDM") }) < 3 {
            own.append(try connection.line())
          }
          return own
        }
      }
      return lines
    }
    #expect(lines.count >= 16)
    #expect(lines.allSatisfy { $0.hasPrefix("$HC") && $0.hasSuffix("\r") })
    #expect(lines.contains { $0.hasPrefix("$HCHDM,45.") || $0.hasPrefix("$HCHDM,44.") })
    #expect(lines.contains { $0.hasPrefix("$HCXDR,A,10.") || $0.hasPrefix("$HCXDR,A,9.9") })
  }

  @Test func `simulated sensors produce only sentences that can mark it`() async throws {
    let port = try LoopbackSocket.freePort(SOCK_STREAM)
    let lines = try await withOutput(
      to: .tcp(address: "127.0.0.1", port: port), isSimulated: true
    ) {
      try await talk(to: port) { connection in
        var lines: [String] = []
        while lines.count(where: { $0.hasPrefix("$HCTHS") }) < 3 {
          lines.append(try connection.line())
        }
        return lines
      }
    }
    for line in lines {
      let isMarked = line.hasPrefix("$HCTHS,") && line.contains(",S*")
      // Before there is a heading, too, it is not valid.
      let isInvalid =
        line.hasPrefix("$HCROT,") && line.contains(",V*") || line.hasPrefix("$HCTHS,,V*")
      #expect(isMarked || isInvalid, "\(line)")
    }
  }

  @Test func `a serial line gets the sentences as soon as it exists`() async throws {
    let terminal = try SerialLine()
    let text = try await withOutput(to: .serial(device: terminal.path, baud: 38_400)) {
      await terminal.read(atLeast: 400)
    }
    let sentences = text.split(separator: "\r\n").dropLast()
    #expect(sentences.count > 5)
    for sentence in sentences {
      let parts = sentence.dropFirst().split(separator: "*")
      #expect(parts.count == 2 && sentence.first == "$", "\(sentence)")
      guard parts.count == 2 else { continue }
      #expect(parts[0].utf8.reduce(0, ^) == UInt8(parts[1], radix: 16), "\(sentence)")
    }
  }
}
