import Glibc
import HeadingTesting
import Synchronization

/// An IIO server of one magnetometer and a trigger with scripted responses that may violate the protocol.
final class HostileServer: Sendable {
  private final class Requests: Sendable {
    private let content = Mutex<[String]>([])

    var all: [String] { content.withLock { $0 } }

    func add(_ request: String) { content.withLock { $0.append(request) } }
  }

  /// The bytes of an answer; `nil` for the usual one.
  typealias Answer = @Sendable (_ request: String) -> [UInt8]?

  private let socket: LoopbackSocket
  private let asked = Requests()

  /// Listens from now on: PRINT is answered with `markup`, what `answer` does not answer as usual.
  init(markup: String = HostileServer.markup(), _ answer: @escaping Answer = { _ in nil }) throws {
    socket = try LoopbackSocket.listening()
    let asked = asked
    ChildThread.start { [socket] in
      while true {
        let client = accept(socket.descriptor, nil, nil)
        guard client >= 0 else { return }
        ChildThread.start {
          Self.talk(client, markup, answer, noting: asked.add)
          close(client)
        }
      }
    }
  }

  deinit { shutdown(socket.descriptor, CInt(SHUT_RDWR)) }

  /// Where it is found.
  var uri: String { "ip:127.0.0.1:\(socket.port)" }

  /// What was asked of it.
  var requests: [String] { asked.all }

  /// A context of one magnetometer.
  static func markup(
    format: String = "le:s16/16&gt;&gt;0", stamp: String = "le:s64/64&gt;&gt;0",
    trigger: String? = "timer", prolog: String = ""
  ) -> String {
    let channels = ["x", "y", "z"].enumerated().map { index, axis in
      "<channel id=\"magn_\(axis)\" type=\"input\"><scan-element index=\"\(index)\" "
        + "format=\"\(format)\"/><attribute name=\"raw\"/><attribute name=\"scale\"/></channel>"
    }
    return "\(prolog)<context name=\"local\" description=\"hostile\">"
      + "<device id=\"iio:device0\" name=\"lis3mdl\">\(channels.joined())"
      + "<channel id=\"timestamp\" type=\"input\"><scan-element index=\"3\" "
      + "format=\"\(stamp)\"/></channel><attribute name=\"sampling_frequency\"/></device>"
      + "<device id=\"trigger0\"\(trigger.map { " name=\"\($0)\"" } ?? "")>"
      + "<attribute name=\"sampling_frequency\"/></device></context>"
  }

  /// An attribute's text as an answer to READ.
  static func text(_ text: String) -> [UInt8] { Array("\(text.utf8.count)\n\(text)\n".utf8) }

  /// The answer to READBUF: as many bytes as were asked for, their time stamps beginning with this one.
  static func samples(_ request: String, stamp: Int64) -> [UInt8] {
    let bytes = request.split(separator: " ").last.flatMap { Int($0) } ?? 0
    let all = (0..<bytes / 16).flatMap { row in
      var sample: [UInt8] = [1, 0, 2, 0, 3, 0, 0, 0]
      withUnsafeBytes(of: (stamp + Int64(row)).littleEndian) { sample += $0 }
      return sample
    }
    return Array("\(all.count)\n0000000f\n".utf8) + all
  }

  private static func talk(
    _ client: CInt, _ markup: String, _ answer: Answer, noting note: (String) -> Void
  ) {
    var yes: CInt = 1
    setsockopt(client, CInt(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<CInt>.size))
    var request: [UInt8] = []
    var byte: UInt8 = 0
    while recv(client, &byte, 1, 0) == 1 {
      guard byte == 10 else {
        if byte != 13 { request.append(byte) }
        continue
      }
      let text = String(decoding: request, as: UTF8.self)
      request.removeAll()
      if text.isEmpty { continue }
      note(text)
      let words = text.split(separator: " ")
      if words.first == "WRITE", let count = words.last.flatMap({ Int($0) }) {
        for _ in 0..<count where recv(client, &byte, 1, 0) != 1 { return }
      }
      // As often as the timer of its trigger fires: without a pause it would take a core from other tests.
      if words.first == "READBUF" { usleep(10_000) }
      let bytes = answer(text) ?? usual(words, markup)
      guard bytes.withUnsafeBytes({ all($0, to: client) }) else { return }
    }
  }

  private static func all(_ bytes: UnsafeRawBufferPointer, to client: CInt) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = send(
        client, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count,
        CInt(MSG_NOSIGNAL))
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func usual(_ words: [Substring], _ markup: String) -> [UInt8] {
    switch words.first {
    case "VERSION": Array("0.24.v0.24  \n".utf8)
    case "PRINT": text(markup)
    case "WRITE": Array("\(words.last ?? "0")\n".utf8)
    case "READ": words.last == "sampling_frequency" ? text("100") : text("0.00001")
    case "GETTRIG": text("timer")
    case "READBUF": samples(words.joined(separator: " "), stamp: 1)
    case "ZPRINT", "BINARY": Array("-22\n".utf8)
    default: Array("0\n".utf8)
    }
  }
}
