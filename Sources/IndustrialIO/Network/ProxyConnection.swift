import Glibc

/// Validates the server's responses on one connection of libiio and forwards the valid ones.
///
/// libiio 0.24 trusts a server: it writes as many bytes into a buffer and allocates as much memory as the
/// server states, and libxml2 loads what the XML refers to. So each response is checked against its request
/// (iiod's text protocol, as `iiod-client.c` of libiio 0.24 parses it). A response that is too long or
/// malformed becomes EPROTO, and so do all later ones on the connection.
struct ProxyConnection {
  private var client: SocketStream
  private var server: SocketStream

  /// Length of the channel mask that each device was opened with.
  private var masks: [String: Int] = [:]

  /// Longest request, bytes: it has the names of a device, a channel and an attribute.
  private static let longestRequest = 4096

  /// Longest attribute, bytes; the kernel's are one page.
  private static let longestAttribute = 1 << 20

  /// Longest trigger name, bytes: the size of libiio's buffer.
  private static let longestTrigger = 1022

  /// Timeout of a response, ms; does not apply to samples.
  ///
  /// libiio's own timeout is 5 s per attribute: a server that answers none would block a context of a hundred
  /// attributes for minutes. The first missing response ends the connection.
  private static let timeout: CInt = 3000

  /// The kernel's largest errno (MAX_ERRNO).
  private static let largestErrno = 4095

  init(client: SocketStream, server: SocketStream) {
    self.client = client
    self.server = server
    self.server.timeout = Self.timeout
  }

  /// Forwards requests and responses until client or server closes the connection.
  mutating func run() {
    do throws(ConnectionEnd) {
      do throws(ConnectionEnd) {
        while true { try follow(try client.line(limit: Self.longestRequest)) }
      } catch {
        guard case .violation = error else { return }
      }
      // The position in the server's responses is lost: the connection reports EPROTO from now on.
      try client.send(Self.broken)
      while true {
        if !(try client.line(limit: Self.longestRequest)).isEmpty { try client.send(Self.broken) }
      }
    } catch {
      // Client or server closed the connection.
    }
  }

  private static let broken = "-\(EPROTO)\n".utf8

  private mutating func follow(_ request: [UInt8]) throws(ConnectionEnd) {
    let text = String(decoding: request, as: UTF8.self)
    let words = text.split { $0 == " " || $0 == "\r" || $0 == "\r\n" }.map(String.init)
    switch (words.first, words.count) {
    case (nil, _): break
    case ("EXIT", _): throw .over
    case ("VERSION", 1):
      try ask(request)
      try client.send(try server.line(limit: 255, whileOpen: client) + [10])
    case ("PRINT", 1): try passMarkup(request)
    case ("READ", 3...):
      try ask(request)
      // An empty attribute also has a newline.
      try passText(limit: Self.longestAttribute, from: 0)
    case ("GETTRIG", 2):
      try ask(request)
      try passText(limit: Self.longestTrigger, from: 1)
    case ("READBUF", 3): try passSamples(request, words)
    case ("WRITE", 4...):
      guard let count = words.last.flatMap({ Int($0) }), (0...Self.longestAttribute).contains(count)
      else { return try refuse() }
      try ask(request)
      try client.pass(count, to: server)
      try passNumber()
    case ("OPEN", 4...):
      masks[words[1]] = words[3].utf8.count
      try ask(request)
      try passNumber()
    case ("CLOSE", 2), ("TIMEOUT", 2), ("SETTRIG", 2...), ("SET", 4):
      try ask(request)
      try passNumber()
    default: try refuse()
    }
  }

  /// Rejects an unsupported command: compressed XML, the binary protocol, output.
  private func refuse() throws(ConnectionEnd) { try client.send("-\(EINVAL)\n".utf8) }

  private func ask(_ request: [UInt8]) throws(ConnectionEnd) { try server.send(request + [10]) }

  /// The number of a response; errors are forwarded to libiio.
  private mutating func number() throws(ConnectionEnd) -> Int {
    var line = try server.line(limit: 64, whileOpen: client)
    // libiio skips newlines before a number.
    while line.isEmpty { line = try server.line(limit: 64, whileOpen: client) }
    let text = String(decoding: line, as: UTF8.self)
    guard let number = Int32(text.drop { $0 == " " }.prefix { $0 != "\r" && $0 != " " }),
      number >= -Self.largestErrno
    else { throw .violation }
    return Int(number)
  }

  private func send(_ number: Int) throws(ConnectionEnd) { try client.send("\(number)\n".utf8) }

  private mutating func passNumber() throws(ConnectionEnd) { try send(try number()) }

  /// Forwards a length and, if it is at least `least`, as many bytes and a newline.
  private mutating func passText(limit: Int, from least: Int) throws(ConnectionEnd) {
    let count = try number()
    guard count <= limit else { throw .violation }
    try send(count)
    if count >= least { try pass(count + 1) }
  }

  /// Forwards `count` bytes of a response whose length libiio already has: an error can only close the connection.
  private mutating func pass(_ count: Int) throws(ConnectionEnd) {
    do {
      try server.pass(count, to: client)
    } catch {
      throw .over
    }
  }

  private mutating func passMarkup(_ request: [UInt8]) throws(ConnectionEnd) {
    try ask(request)
    let count = try number()
    guard count > 0 else { return try send(count) }
    guard count <= ContextXML.sizeLimit,
      let text = ContextXML.sanitized(try server.bytes(count + 1, whileOpen: client).dropLast())
    else { throw .violation }
    try send(text.count)
    try client.send(text + [10])
  }

  /// Forwards chunks of samples, each with its length, the first with the channel mask.
  private mutating func passSamples(
    _ request: [UInt8], _ words: [String]
  ) throws(ConnectionEnd) {
    guard var missing = Int(words[2]), missing >= 0, let mask = masks[words[1]] else {
      return try refuse()
    }
    try ask(request)
    var isFirst = true
    while missing > 0 {
      server.timeout = isFirst ? -1 : Self.timeout
      let count = try number()
      server.timeout = Self.timeout
      // A server without samples waits or reports an error: after 0 bytes libiio would retry at once.
      guard count <= missing, count != 0 || !isFirst else { throw .violation }
      guard count > 0 else { return try send(count) }
      if isFirst {
        let line = try server.line(limit: mask, whileOpen: client)
        guard line.count == mask else { throw .violation }
        try send(count)
        try client.send(line + [10])
      } else {
        try send(count)
      }
      isFirst = false
      try pass(count)
      missing -= count
    }
  }
}
