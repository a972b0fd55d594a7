import Glibc
import HeadingTesting

/// A broker of MQTT that gives its messages, as kept ones, to the first subscription of a connection.
///
/// It accepts whatever it is asked, and gives back what is published.
final class FleetBroker {
  /// A kept message.
  struct Message: Sendable {
    var topic: String
    var payload: [UInt8]
  }

  private let socket: LoopbackSocket

  /// Where it listens, on this machine.
  var port: Int { socket.port }

  /// Starts it.
  ///
  /// - Parameters:
  ///   - messages: What it has kept.
  ///   - refusal: The code with which it refuses a connection; 0 accepts.
  ///   - echoes: Whether it gives back what is published.
  /// - Throws: If it cannot listen.
  init(_ messages: [Message], refusal: UInt8 = 0, echoes: Bool = true) throws {
    socket = try LoopbackSocket(SOCK_STREAM)
    MQTTPeer.serve(socket) { Self.talk($0, messages, refusal: refusal, echoes: echoes) }
  }

  deinit { shutdown(socket.descriptor, CInt(SHUT_RDWR)) }

  private static func talk(
    _ client: MQTTPeer, _ messages: [Message], refusal: UInt8, echoes: Bool
  ) {
    var isFive = true
    var hasSent = false
    while let (kind, body) = client.packet() {
      switch kind & 0xF0 {
      case 0x10:
        isFive = body.count > 6 && body[6] == 5
        // Code 5 of 3.1.1 is 135 of 5: not authorized.
        let code = refusal != 0 && isFive ? 135 : refusal
        client.say(0x20, isFive ? [0, code, 0] : [0, code])
        guard refusal == 0 else { return }
      case 0x80:
        client.say(0x90, Array(body.prefix(2)) + (isFive ? [0, 0] : [0]))
        guard !hasSent else { continue }
        hasSent = true
        for message in messages {
          let topic = Array(message.topic.utf8)
          let name = [UInt8(topic.count >> 8), UInt8(topic.count & 255)] + topic
          client.say(0x31, name + (isFive ? [0] : []) + message.payload)
        }
      case 0x30: if echoes { client.say(0x30, body) }
      case 0xC0: client.say(0xD0, [])
      default: continue
      }
    }
  }
}
