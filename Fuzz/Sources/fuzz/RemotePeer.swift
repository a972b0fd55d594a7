import Foundation
import Synchronization

/// A server that speaks the protocol of iiod 0.24 and answers with what it was given.
final class RemotePeer: Sendable {
  private static let header = "<?xml version=\"1.0\" encoding=\"utf-8\"?>"

  private struct State {
    /// The next one last.
    var answers: [[UInt8]] = []
    /// Whether they are sent as they are, each to a connection.
    var isRaw = false
  }

  private let state = Mutex(State())
  private let listener: CInt
  private let port: UInt16

  init() {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard bound else { fatalError("no loopback") }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    var thread = pthread_t()
    let unmanaged = Unmanaged.passRetained(self)
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<RemotePeer>.fromOpaque(argument).takeUnretainedValue().serve()
        return nil
      }, unmanaged.toOpaque())
  }

  /// Answers with these lines from now on; returns the context's URI.
  func answer(with lines: [[UInt8]], isRaw: Bool = false) -> String {
    state.withLock { $0 = State(answers: lines.reversed(), isRaw: isRaw) }
    return "ip:127.0.0.1:\(port)"
  }

  private func serve() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { continue }
      // A buffer has a connection of its own beside the context's.
      Thread.detachNewThread { [self] in
        talk(connection)
        close(connection)
      }
    }
  }

  private func next() -> [UInt8]? { state.withLock { $0.answers.popLast() } }

  private func talk(_ connection: CInt) {
    var request: [UInt8] = []
    var byte: UInt8 = 0
    var hasSaidAll = false
    // libiio sends a request in pieces, and would wait 40 ms for each to be acknowledged.
    var yes: CInt = 1
    for option in [TCP_NODELAY, TCP_QUICKACK] {
      setsockopt(connection, CInt(IPPROTO_TCP), option, &yes, socklen_t(MemoryLayout<CInt>.size))
    }
    while recv(connection, &byte, 1, 0) == 1 {
      guard byte == 10 else {
        request.append(byte)
        continue
      }
      if hasSaidAll { continue }
      let text = String(decoding: request, as: UTF8.self)
      guard let answer = answer(to: text) else { return }
      request.removeAll()
      var rest = answer[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
      // Who waits for more than there is must not wait for long.
      hasSaidAll = isRaw(text)
      if hasSaidAll { shutdown(connection, Int32(SHUT_WR)) }
    }
  }

  /// Whether a request is answered with all that there is for a connection.
  private func isRaw(_ request: String) -> Bool {
    state.withLock { $0.isRaw } && !request.hasPrefix("VERSION") && !request.hasPrefix("PRINT")
      && !request.allSatisfy { $0 == "\r" }
  }

  private func answer(to request: String) -> [UInt8]? {
    let verb = request.split(separator: " ").first?.trimmingSuffix { $0 == "\r" }
    if isRaw(request) { return next() }
    switch verb {
    case "VERSION": return Array("0.24.v0.24  \n".utf8)
    case "TIMEOUT": return Array("0\n".utf8)
    case "PRINT":
      guard let line = next() else { return nil }
      let text = Self.context(String(decoding: line, as: UTF8.self))
      return Array("\(text.utf8.count)\n\(text)\n".utf8)
    case "READ":
      guard let line = next() else { return nil }
      // A line that begins with a minus is an error of the system.
      if line.first == UInt8(ascii: "-") { return line + [10] }
      return Array("\(line.count)\n".utf8) + line + [10]
    default: return Array("-22\n".utf8)
    }
  }

  /// A context of one device; a line of fields, separated by tabs, puts names into it.
  private static func context(_ line: String) -> String {
    if line.hasPrefix("<") { return header + line }
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(escaped)
    func field(_ index: Int, _ usual: String) -> String {
      index < fields.count && !fields[index].isEmpty ? fields[index] : usual
    }
    let channels = ["x", "y", "z"].enumerated().map { index, axis in
      """
      <channel id="\(field(0, "magn"))_\(axis)" type="input"><scan-element index="\(index)" \
      format="\(field(1, "le:s16/16&gt;&gt;0"))" scale="\(field(2, "1e-5"))"/>\
      <attribute name="raw" filename="in_magn_\(axis)_raw"/>\
      <attribute name="\(field(3, "scale"))" filename="in_magn_scale"/></channel>
      """
    }
    return """
      \(header)<context name="network" description="\(field(4, "fuzz"))">\
      <context-attribute name="\(field(5, "a"))" value="\(field(6, "b"))"/>\
      <device id="iio:device0" name="\(field(7, "lis3mdl"))">\(channels.joined())\
      <attribute name="\(field(8, "in_mount_matrix"))"/><attribute name="sampling_frequency"/>\
      <attribute name="sampling_frequency_available"/><buffer-attribute name="watermark"/>\
      <channel id="timestamp" type="input"><scan-element index="3" \
      format="le:s64/64&gt;&gt;0"/></channel></device><device id="trigger0" name="timer"/></context>
      """
  }

  private static func escaped(_ text: Substring) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      case "\"": escaped += "&quot;"
      default: if character.value >= 32 { escaped.unicodeScalars.append(character) }
      }
    }
    return escaped
  }
}

extension StringProtocol {
  /// The text without what comes last and fulfils a condition.
  fileprivate func trimmingSuffix(_ isDropped: (Character) -> Bool) -> String {
    var text = String(self)
    while let last = text.last, isDropped(last) { text.removeLast() }
    return text
  }
}
