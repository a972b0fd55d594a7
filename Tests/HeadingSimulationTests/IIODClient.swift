import HeadingTesting

/// A minimal client of iiod's text protocol.
struct IIODClient {
  let connection: BlockingConnection

  /// The number that a command returns.
  func number(_ command: String, then payload: String = "") throws -> Int {
    try connection.send(command + "\r\n" + payload)
    return Int(try connection.line()) ?? .min
  }

  /// The text of an attribute, or the number of the refusal as `-2`.
  func attribute(_ path: String) throws -> String {
    let length = try number("READ \(path)")
    guard length >= 0 else { return String(length) }
    let bytes = try connection.bytes(length + 1)
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Writes an attribute; gives the number that is answered.
  func write(_ text: String, to path: String) throws -> Int {
    try number("WRITE \(path) \(text.utf8.count)", then: text)
  }

  /// One answer to READBUF: the samples, or the number of the refusal.
  func samples(_ device: String, bytes: Int, length: Int) throws -> (LittleEndianSamples?, Int) {
    var content: [UInt8] = []
    try connection.send("READBUF \(device) \(bytes)\r\n")
    while content.count < bytes {
      let count = Int(try connection.line()) ?? .min
      guard count > 0 else { return (nil, count) }
      if content.isEmpty { _ = try connection.line() }
      content += try connection.bytes(count)
    }
    return (LittleEndianSamples(content, length: length), bytes)
  }

  /// Runs a dialogue on a thread of its own.
  static func talk<Result: Sendable>(
    toPort port: Int, _ body: @escaping @Sendable (IIODClient) throws -> Result
  ) async throws -> Result {
    try await BlockingConnection.talk(toPort: port) { try body(IIODClient(connection: $0)) }
  }
}
