/// A frame whose checksum is right.
package struct MAVLinkFrame: Sendable, Hashable {
  /// The versions of the frame's layout, by the first byte of a frame.
  package enum Version: UInt8, Sendable {
    /// Version 1, without extensions and with identifiers below 256.
    case first = 0xFE

    /// Version 2, whose payload is sent without its trailing zeros.
    case second = 0xFD
  }

  /// The layout.
  package var version: Version

  /// Increases by 1 with each frame of a component, from 255 to 0.
  package var sequence: UInt8

  /// The sending system.
  package var system: UInt8

  /// The sending component of the system.
  package var component: UInt8

  /// The message's identifier, 24 bits.
  package var identifier: UInt32

  /// Whether a signature follows; only a verifier says whether it is right.
  package var isSigned = false

  /// The message, at most 255 bytes.
  package var payload: [UInt8]
}

extension MAVLinkFrame {
  /// Length of a checksum.
  static let checksumLength = 2

  /// Length of the signature of a signed frame.
  static let signatureLength = 13

  /// Incompatibility flag of a signed frame.
  static let signedFlag: UInt8 = 1

  /// The bytes of a frame of version 2.
  ///
  /// Trailing zeros of the message are not sent; its first byte always is.
  static func bytes(
    _ message: some MAVLinkMessage, sequence: UInt8, system: UInt8, component: UInt8,
    signer: MAVLinkSigner? = nil
  ) -> [UInt8] {
    var payload = message.payload
    while payload.count > 1, payload.last == 0 { payload.removeLast() }
    let identifier = type(of: message).identifier
    var bytes: [UInt8] = [
      Version.second.rawValue, UInt8(clamping: payload.count), signer == nil ? 0 : signedFlag, 0,
      sequence, system, component, UInt8(truncatingIfNeeded: identifier),
      UInt8(truncatingIfNeeded: identifier >> 8),
      UInt8(truncatingIfNeeded: identifier >> 16),
    ]
    bytes += payload
    var checksum = MAVLinkChecksum()
    checksum.add(bytes.dropFirst())
    checksum.add(type(of: message).checksumExtra)
    bytes.append(UInt8(truncatingIfNeeded: checksum.value))
    bytes.append(UInt8(truncatingIfNeeded: checksum.value >> 8))
    if let signer { bytes += signer.signature(of: bytes) }
    return bytes
  }
}
