import Glibc

/// A connection of libiio to a server, answer by answer: only what the protocol allows goes through.
///
/// libiio 0.24 believes a server: it writes as many bytes into a buffer as the server says, asks for as
/// much memory as it says, and has libxml2 follow what its XML refers to. So each answer is measured by
/// its request here (iiod's text protocol, as `iiod-client.c` of libiio 0.24 reads it). An answer that is
/// too long or none at all becomes EPROTO, and so do all that follow on the connection.
struct GuardedDialogue {
  private var client: DialogueStream
  private var server: DialogueStream

  /// The length of the mask of channels that each device was opened with.
  private var masks: [String: Int] = [:]

  /// A request has names of a device, a channel and an attribute.
  private static let longestRequest = 4096

  /// An attribute is a page in the kernel.
  private static let longestAttribute = 1 << 20

  /// What libiio has room for.
  private static let longestTrigger = 1022

  /// Milliseconds that an answer may stay away, or stop in the middle, but for samples, which come when there are some.
  ///
  /// libiio waits for 5 s, each time: a server that leaves every attribute out would hold a context of a hundred for
  /// minutes. The first answer that does not come ends the dialogue.
  private static let patience: CInt = 3000

  /// What the kernel may answer with, at most.
  private static let largestErrno = 4095

  init(client: DialogueStream, server: DialogueStream) {
    self.client = client
    self.server = server
    self.server.patience = Self.patience
  }

  /// Passes requests and answers on until one of the two hangs up.
  mutating func run() {
    do throws(DialogueEnd) {
      do throws(DialogueEnd) {
        while true { try follow(try client.line(limit: Self.longestRequest)) }
      } catch {
        guard case .violation = error else { return }
      }
      // The place in the server's answers is lost: this connection says so to the end.
      try client.send(Self.broken)
      while true {
        if !(try client.line(limit: Self.longestRequest)).isEmpty { try client.send(Self.broken) }
      }
    } catch {
      // One of the two hung up.
    }
  }

  private static let broken = "-\(EPROTO)\n".utf8

  private mutating func follow(_ request: [UInt8]) throws(DialogueEnd) {
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
      // An empty attribute has its end of a line, too.
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

  /// Answers as a server that knows no such command: compressed XML, the binary protocol, output.
  private func refuse() throws(DialogueEnd) { try client.send("-\(EINVAL)\n".utf8) }

  private func ask(_ request: [UInt8]) throws(DialogueEnd) { try server.send(request + [10]) }

  /// The number that the server answers with; its errors have gone on to libiio then.
  private mutating func number() throws(DialogueEnd) -> Int {
    var line = try server.line(limit: 64, whileOpen: client)
    // libiio skips the ends of lines before a number.
    while line.isEmpty { line = try server.line(limit: 64, whileOpen: client) }
    let text = String(decoding: line, as: UTF8.self)
    guard let number = Int32(text.drop { $0 == " " }.prefix { $0 != "\r" && $0 != " " }),
      number >= -Self.largestErrno
    else { throw .violation }
    return Int(number)
  }

  private func send(_ number: Int) throws(DialogueEnd) { try client.send("\(number)\n".utf8) }

  private mutating func passNumber() throws(DialogueEnd) { try send(try number()) }

  /// A length, and, of lengths from the least on, so many bytes and the end of a line.
  private mutating func passText(limit: Int, from least: Int) throws(DialogueEnd) {
    let count = try number()
    guard count <= limit else { throw .violation }
    try send(count)
    if count >= least { try pass(count + 1) }
  }

  /// So many bytes of an answer whose length libiio knows: what is missing of it cannot be said any more.
  private mutating func pass(_ count: Int) throws(DialogueEnd) {
    do {
      try server.pass(count, to: client)
    } catch {
      throw .over
    }
  }

  private mutating func passMarkup(_ request: [UInt8]) throws(DialogueEnd) {
    try ask(request)
    let count = try number()
    guard count > 0 else { return try send(count) }
    guard count <= ContextMarkup.most,
      let text = ContextMarkup.plain(try server.bytes(count + 1, whileOpen: client).dropLast())
    else { throw .violation }
    try send(text.count)
    try client.send(text + [10])
  }

  /// Pieces of samples, each with its length, the first with the mask of their channels.
  private mutating func passSamples(
    _ request: [UInt8], _ words: [String]
  ) throws(DialogueEnd) {
    guard var missing = Int(words[2]), missing >= 0, let mask = masks[words[1]] else {
      return try refuse()
    }
    try ask(request)
    var isFirst = true
    while missing > 0 {
      server.patience = isFirst ? -1 : Self.patience
      let count = try number()
      server.patience = Self.patience
      // A server that has nothing waits, or says an error: none at all would be asked for again at once.
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
