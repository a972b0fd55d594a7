import Foundation
import Glibc
import HeadingMAVLink
import HeadingRuntime
import HeadingSimulation
import HeadingTesting
import Logging
import Testing

@testable import HeadingOutputs

/// A running service's messages over a socket.
@Suite(.timeLimit(.minutes(5)))
struct MAVLinkOutputTests {
  /// Receives so many datagrams; the frames of each.
  private func datagrams(_ count: Int, from socket: LoopbackSocket) async -> [[MAVLinkFrame]] {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var parser = MAVLinkParser()
        var found: [[MAVLinkFrame]] = []
        var buffer = [UInt8](repeating: 0, count: 2048)
        while found.count < count {
          let received = recv(socket.descriptor, &buffer, buffer.count, 0)
          guard received > 0 else { break }
          var frames: [MAVLinkFrame] = []
          parser.append(buffer[..<received]) { frames.append($0) }
          found.append(frames)
        }
        continuation.resume(returning: found)
      }
    }
  }

  @Test func `a datagram has the messages of one update, in order and numbered`() async throws {
    let socket = try LoopbackSocket(SOCK_DGRAM)
    let service = HeadingService()
    let source = SimulationSource(
      try Scenario.named(
        "pose:heading=200,pitch=10,roll=-20,iron=none,latitude=47.4,longitude=8.5"))
    var configuration = MAVLinkConfiguration(to: .udp(host: "127.0.0.1", port: socket.port))
    configuration.rate = 50
    let output = MAVLinkOutput(configuration)
    let running = [
      Task { await service.run([source]) },
      Task { await output.run(on: service, logger: Logger(label: "test")) },
    ]
    defer { for task in running { task.cancel() } }
    let datagrams = await datagrams(20, from: socket)
    for datagram in datagrams {
      for (frame, next) in zip(datagram, datagram.dropFirst()) {
        #expect(next.sequence == frame.sequence &+ 1)
      }
    }
    // Between datagrams there may be a gap of any size: on a busy machine the newest group replaces one that waits.
    let frames = datagrams.flatMap(\.self)
    #expect(frames.count > 60)
    #expect(frames.allSatisfy { $0.system == 1 && $0.component == 197 })
    let beat = try #require(frames.lazy.compactMap { Heartbeat($0) }.first)
    #expect(beat.baseMode == 32)
    let attitude = try #require(frames.compactMap { Attitude($0) }.last)
    // 200° from magnetic north, whose declination was 3.6° east in 2026.
    #expect(abs(attitude.yaw + 156.4 * .pi / 180) < 0.05)
    #expect(abs(attitude.pitch - 10 * .pi / 180) < 0.02)
    #expect(abs(attitude.roll + 20 * .pi / 180) < 0.02)
  }
}
