import Foundation
import Glibc
import HeadingRuntime
import HeadingSimulation
import HeadingTesting
import Logging
import NIOHTTP1
import Synchronization
import Testing

@testable import HeadingOutputs

/// Deltas on their way to servers.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct SignalKOutputTests {
  /// Runs a simulated device with an output while a function listens; it gets what is logged.
  private func withOutput<Value: Sendable>(
    to destination: SignalKConfiguration.Destination,
    _ listen: (AsyncStream<String>) async throws -> Value
  ) async throws -> Value {
    let (lines, output) = AsyncStream.makeStream(of: String.self)
    let service = HeadingService()
    let source = SimulationSource(try Scenario.named("pose:heading=45,iron=none"))
    let signalK = SignalKOutput(SignalKConfiguration(to: destination))
    let logger = Logger(label: "test") { _ in LogLines(lines: output) }
    let running = [
      Task { await service.run([source]) },
      Task { await signalK.run(on: service, logger: logger) },
    ]
    defer { for task in running { task.cancel() } }
    return try await listen(lines)
  }

  private func address(_ port: Int) throws -> WebSocketAddress {
    try #require(WebSocketAddress("ws://127.0.0.1:\(port)"))
  }

  @Test func `a server gets deltas with the token, through its standard path`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.put("token", "token-of-the-boat\n")
    let server = try await SignalKServer(token: "token-of-the-boat")
    let destination = SignalKConfiguration.Destination.server(
      try address(server.port), tokenFile: file, certificateAuthority: nil)
    try await withOutput(to: destination) { _ in
      var requests = server.requests.makeAsyncIterator()
      #expect(await requests.next()?.uri == "/signalk/v1/stream?subscribe=none")
      var count = 0
      for await message in server.messages {
        let object = try JSONSerialization.jsonObject(with: Data(message.utf8))
        #expect((object as? [String: Any])?["updates"] != nil)
        count += 1
        if count == 5 { break }
      }
    }
  }

  @Test func `a refused token is said once, and tried again`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.put("token", "old\n")
    let server = try await SignalKServer(token: "new")
    let destination = SignalKConfiguration.Destination.server(
      try address(server.port), tokenFile: file, certificateAuthority: nil)
    try await withOutput(to: destination) { lines in
      var lines = lines.makeAsyncIterator()
      let first = await lines.next()
      #expect(first?.contains("does not accept the token (401)") == true, "\(first ?? "")")
      var requests = server.requests.makeAsyncIterator()
      for _ in 0..<2 { #expect(await requests.next() != nil) }
      try folder.put("token", "new\n")
      #expect(await lines.next()?.hasPrefix("Signal K goes to ws://127.0.0.1:") == true)
    }
  }

  @Test func `a connection that the server closes is opened again, with its reason in the log`()
    async throws
  {
    let server = try await SignalKServer(closing: "too many")
    let destination = SignalKConfiguration.Destination.server(
      try address(server.port), tokenFile: nil, certificateAuthority: nil)
    try await withOutput(to: destination) { lines in
      var lines = lines.makeAsyncIterator()
      #expect(await lines.next()?.hasPrefix("Signal K goes to") == true)
      let loss = await lines.next()
      #expect(loss?.contains("closed the connection with code 4000: too many") == true)
      #expect(await lines.next()?.hasPrefix("Signal K goes to") == true)
    }
  }

  @Test(arguments: [
    ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "answers 404 instead"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "answers 200 instead"),
    ("SSH-2.0-OpenSSH_9.2\r\n\r\n", "Signal K cannot go to"), ("", "Signal K cannot go to"),
  ])
  func `a server of another kind is named`(answer: String, expected: String) async throws {
    let listening = try LoopbackSocket.listening()
    let answering = Thread {
      while true {
        let peer = accept(listening.descriptor, nil, nil)
        guard peer >= 0 else { return }
        var request = [UInt8](repeating: 0, count: 4096)
        _ = read(peer, &request, request.count)
        _ = Array(answer.utf8).withUnsafeBytes { write(peer, $0.baseAddress, $0.count) }
        close(peer)
      }
    }
    answering.start()
    defer { shutdown(listening.descriptor, CInt(SHUT_RDWR)) }
    let destination = SignalKConfiguration.Destination.server(
      try address(listening.port), tokenFile: nil, certificateAuthority: nil)
    try await withOutput(to: destination) { lines in
      var lines = lines.makeAsyncIterator()
      let first = await lines.next() ?? ""
      #expect(first.contains(expected), "\(first)")
    }
  }
}
