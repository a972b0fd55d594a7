@testable import HeadingMAVLink

/// What a sender of MAVLink sends.
enum MAVLinkFuzzing {
  static func take(_ bytes: [UInt8]) {
    var parser = MAVLinkParser()
    var whole: [MAVLinkFrame] = []
    parser.append(bytes) { frame in
      whole.append(frame)
      for type in MAVLinkDialect.messages { check(type, frame) }
    }
    // The frames do not depend on how the bytes arrive.
    var divided = MAVLinkParser()
    var pieces: [MAVLinkFrame] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      divided.append(rest.prefix(7)) { pieces.append($0) }
      guard divided.buffer.count < MAVLinkParser.longestFrame else {
        fatalError("more than a frame is kept")
      }
      rest = rest.dropFirst(7)
    }
    guard pieces == whole else { fatalError("other frames in pieces") }
    // Nobody signs without the key.
    guard let key = MAVLinkKey(bytes: secret) else { fatalError("32 bytes are a key") }
    let present = SignatureTime(units: 1)
    var signed = MAVLinkParser(verifier: MAVLinkVerifier(key: key, present: present))
    signed.append(bytes) { _ in fatalError("a frame without the key's signature") }
    guard signed.refusals.isEmpty == whole.isEmpty else { fatalError("frames without a verdict") }
    // Whatever is taken for a key file's text or for a clock's time traps nothing.
    _ = MAVLinkKey(text: String(decoding: bytes, as: UTF8.self))
    _ = SignatureTime(bytes: bytes.prefix(6)).advanced(bySeconds: .max)
  }

  private static let secret = (0..<MAVLinkKey.length).map { UInt8($0) ^ 0xA5 }

  /// A message that is written again is found again.
  private static func check<Message: MAVLinkMessage>(_: Message.Type, _ frame: MAVLinkFrame) {
    guard let message = Message(frame) else { return }
    var sender = MAVLinkSender(system: frame.system, component: frame.component)
    var parser = MAVLinkParser()
    var found = 0
    parser.append(sender.frame(message)) { again in
      if Message(again)?.payload == message.payload { found += 1 }
    }
    guard found == 1 else { fatalError("\(Message.name) is not found again") }
  }
}
