import Foundation
import HeadingProtocol

/// What a server sends to a client.
enum LineFuzzing {
  static func take(_ bytes: [UInt8]) {
    var reader = LineReader(limit: MessageCoder.longestLine)
    let coder = MessageCoder()
    try? reader.append(bytes) {
      let line = try? coder.message(ServerLine.self, from: Data($0))
      if case .recording(let message)? = line { _ = message.bytes }
    }
  }
}
