import HeadingStorage
import HeadingTesting
import Testing

@testable import HeadingServer

/// Frames of a client against RFC 6455, and the places of clients with the token.
extension WebTests {
  /// A frame with its first byte, masked with zeros, whose length fits in 7 bits.
  private static func frame(_ first: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
    [first, 0x80 | UInt8(payload.count), 0, 0, 0, 0] + payload
  }

  /// Opens a stream and reads its greeting.
  private static func open(
    _ connection: BlockingConnection, _ request: String
  ) throws -> (kind: UInt8, text: String) {
    try connection.send(request)
    while try !connection.line().replacing("\r", with: "").isEmpty {}
    return try receive(connection)
  }

  /// The code of the close frame that answers frames; `nil` if an update or an answer comes instead.
  private func code(answering frames: [UInt8]) async throws -> (code: Int, reason: String)? {
    try await serve { entrance in
      let request = upgrade(entrance.configuration.port)
      return try await BlockingConnection.talk(toPort: entrance.configuration.port) { connection in
        _ = try Self.open(connection, request)
        try connection.send(frames)
        while true {
          let head = try connection.bytes(2)
          let payload = try connection.bytes(Int(head[1] & 127))
          // Pings before the one too many are answered.
          if head[0] == 0x8A { continue }
          guard head[0] == 0x88, payload.count >= 2 else { return nil }
          return (
            Int(payload[0]) << 8 | Int(payload[1]),
            String(decoding: payload.dropFirst(2), as: UTF8.self)
          )
        }
      }
    }
  }

  /// Frames, and the close code that answers them.
  private static let violations: [(frames: [UInt8], code: Int)] = {
    let half: [UInt8] = frame(0x01, [0xC3])
    let zeros = [UInt8](repeating: 0x20, count: 8192)
    var all: [(frames: [UInt8], code: Int)] = []
    // No mask; a reserved bit; an end without a beginning; a beginning within a message.
    all.append(([0x81, 1, 0x7B], 1002))
    all.append((frame(0xC1, [0x7B]), 1002))
    all.append((frame(0x80, [0x7B]), 1002))
    all.append((half + frame(0x81, [0x7D]), 1002))
    // Reserved opcodes; a binary message; a ping in parts; a ping of 126 bytes.
    all.append((frame(0x83), 1002))
    all.append((frame(0x8B), 1002))
    all.append((frame(0x82, [1]), 1003))
    all.append((frame(0x09), 1002))
    all.append(([0x89, 0xFE, 0, 126, 0, 0, 0, 0] + zeros.prefix(126), 1002))
    // No UTF-8, at once and in parts; a character in two parts is not refused.
    all.append((frame(0x81, [0xC3, 0x28]), 1007))
    all.append((half + frame(0x80, [0x28]), 1007))
    // Close frames: without a code, with a code of the client's, half a code, no code of a peer's, a bad reason.
    all.append((frame(0x88), 1000))
    all.append((frame(0x88, [3, 0xE9]), 1001))
    all.append((frame(0x88, [0x0F, 0xA0]), 4000))
    all.append((frame(0x88, [3]), 1002))
    all.append((frame(0x88, [3, 0xED]), 1002))
    all.append((frame(0x88, [0, 1]), 1002))
    all.append((frame(0x88, [3, 0xE8, 0xFF]), 1007))
    // A message longer than 8192 bytes, in parts.
    all.append(([0x01, 0xFE, 32, 0, 0, 0, 0, 0] + zeros + frame(0x80, [0x20]), 1009))
    return all
  }()

  @Test(arguments: violations)
  func `a frame against the standard closes the stream with its code`(
    frames: [UInt8], expected: Int
  ) async throws {
    let answer = try await code(answering: frames)
    #expect(answer?.code == expected, "\(frames.prefix(12)) \(String(describing: answer))")
  }

  // Pings, pongs, and empty parts of a message without end.
  @Test(arguments: [0x89, 0x8A, 0x00] as [UInt8])
  func `a flood of frames that are no requests is ended with its reason`(
    first: UInt8
  ) async throws {
    let beginning = first == 0 ? Self.frame(0x01) : []
    let flood = beginning + (0..<200).flatMap { _ in Self.frame(first) }
    let answer = try await code(answering: flood)
    #expect(answer?.code == 1008 && answer?.reason.contains("frames in a second") == true)
  }

  @Test func `those without the token do not take the places of those with it`() async throws {
    try await serve {
      $0.maximumSubscribers = 4
    } _: { entrance in
      let port = entrance.configuration.port
      let request = upgrade(port)
      let proven = upgrade(
        port, protocols: "headingd.1, headingd.1.control, token.\(entrance.token.text)")
      try await BlockingConnection.talk(toPort: port) { first in
        let others = try (0..<2).map { _ in try BlockingConnection.open(port: port) }
        for connection in [first] + others {
          let greeting = try Self.open(connection, request)
          #expect(greeting.text.contains(#""class":"greeting""#))
        }
        let stranger = try BlockingConnection.open(port: port)
        let refused = try Self.open(stranger, request)
        #expect(refused.text.contains(#""code":"user_connections""#), "\(refused)")
        #expect(try Self.receive(stranger).kind == 8)
        let holder = try BlockingConnection.open(port: port)
        let greeting = try Self.open(holder, proven)
        #expect(greeting.text.contains(#""class":"greeting""#), "\(greeting)")
        withExtendedLifetime((others, holder)) {}
      }
    }
  }

  @Test(arguments: [
    ("GET ", "POST ", "405"), ("GET ", "HEAD ", "426"), ("HTTP/1.1", "HTTP/1.0", "426"),
    ("Connection: Upgrade", "Connection: close", "426"),
    ("Connection: Upgrade", "Connection: Upgrade\r\nContent-Length: 5", "426"),
    ("Sec-WebSocket-Version: 13", "X: y", "426"), ("AAAA==", "AA==", "400"),
  ])
  func `what is no handshake becomes no stream`(
    part: String, other: String, status: String
  ) async throws {
    let lines = try await serve { entrance in
      let request = upgrade(entrance.configuration.port).replacing(part, with: other)
      return try await answer(request + (other.contains("Length") ? "12345" : ""), at: entrance)
    }
    #expect(lines.first?.contains(" \(status) ") == true, "\(lines)")
  }

  @Test func `a request without the token is short`() async throws {
    let text = #"{"class":"request","rate":1}"# + String(repeating: " ", count: 500)
    try await serve { entrance in
      let port = entrance.configuration.port
      let (request, long) = (upgrade(port), message(text))
      try await BlockingConnection.talk(toPort: port) { connection in
        _ = try Self.open(connection, request)
        try connection.send(long)
        let answer = try Self.receive(connection)
        #expect(answer.text.contains(#""code":"request_size""#), "\(answer)")
        #expect(try Self.receive(connection).kind == 8)
      }
    }
  }
}
