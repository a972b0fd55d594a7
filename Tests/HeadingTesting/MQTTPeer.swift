import Foundation
import Glibc

/// The broker's end of a connection of MQTT, for tests that play brokers; it blocks its thread.
public final class MQTTPeer {
  private let descriptor: CInt
  private var buffer: [UInt8] = []
  private var start = 0

  private init(_ descriptor: CInt) { self.descriptor = descriptor }

  /// Listens on a port of this machine; each connection gets a thread that talks to it, and then ends it.
  ///
  /// - Parameters:
  ///   - socket: A bound socket, which is closed by its owner.
  ///   - talk: Talks to a connection.
  public static func serve(
    _ socket: LoopbackSocket, _ talk: @escaping @Sendable (MQTTPeer) -> Void
  ) {
    let descriptor = socket.descriptor
    listen(descriptor, 8)
    Thread.detachNewThread {
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return }
        var yes: CInt = 1
        setsockopt(
          client, CInt(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<CInt>.size))
        Thread.detachNewThread {
          talk(MQTTPeer(client))
          close(client)
        }
      }
    }
  }

  /// The next packet: the first byte of its header, and its body; `nil` at the end of the connection.
  public func packet() -> (kind: UInt8, body: [UInt8])? {
    guard let kind = byte() else { return nil }
    var (length, shift) = (0, 0)
    while true {
      guard let byte = byte(), shift < 28 else { return nil }
      length |= Int(byte & 127) << shift
      shift += 7
      if byte < 128 { break }
    }
    while buffer.count - start < length { guard fill() else { return nil } }
    defer { start += length }
    return (kind, Array(buffer[start..<start + length]))
  }

  /// Sends a packet.
  ///
  /// - Parameters:
  ///   - kind: The first byte of its header.
  ///   - body: What follows its length.
  public func say(_ kind: UInt8, _ body: [UInt8]) {
    var bytes = [kind]
    var rest = body.count
    repeat {
      bytes.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
      rest >>= 7
    } while rest > 0
    var unsent = (bytes + body)[...]
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      unsent = unsent.dropFirst(count)
    }
  }

  private func byte() -> UInt8? {
    if start == buffer.count { guard fill() else { return nil } }
    defer { start += 1 }
    return buffer[start]
  }

  private func fill() -> Bool {
    buffer.removeFirst(start)
    start = 0
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    guard count > 0 else { return false }
    buffer += chunk.prefix(count)
    return true
  }
}
