/// Finds the frames of both versions in a stream of bytes.
///
/// It keeps at most one frame, 280 bytes. After bytes that are no frame it continues with the next
/// byte that may begin one. A frame of an unknown message cannot be checked and is skipped whole,
/// so that a frame inside its payload (a transmitted file) is not taken for a message. With a verifier
/// only the frames that it accepts are passed on.
package struct MAVLinkParser: Sendable {
  /// Length of the longest frame: version 2, 255 bytes of payload, signed.
  package static let longestFrame = 280

  private enum Finding {
    /// The bytes may be the beginning of a frame.
    case incomplete

    /// So many bytes are no frame of a known message.
    case refused(count: Int)

    /// A frame of so many bytes.
    case frame(MAVLinkFrame, count: Int)
  }

  /// The beginning of what may be a frame.
  private(set) var buffer: [UInt8] = []

  /// Decides which frames are passed on; `nil` for all.
  package var verifier: MAVLinkVerifier?

  /// Why frames were refused since this was last emptied.
  package var refusals: Set<MAVLinkVerifier.Refusal> = []

  /// The system of the last frame whose signature is right and whose time is past: it is behind.
  package private(set) var systemBehind: UInt8?

  /// Creates a parser.
  package init(verifier: MAVLinkVerifier? = nil) {
    self.verifier = verifier
    buffer.reserveCapacity(Self.longestFrame)
  }

  /// Takes bytes, and passes each complete frame to a function.
  package mutating func append(
    _ bytes: some Sequence<UInt8>, _ take: (MAVLinkFrame) -> Void
  ) {
    for byte in bytes {
      buffer.append(byte)
      search(take)
    }
  }

  private mutating func search(_ take: (MAVLinkFrame) -> Void) {
    while let first = buffer.first {
      guard let version = MAVLinkFrame.Version(rawValue: first) else {
        let next = buffer.firstIndex { MAVLinkFrame.Version(rawValue: $0) != nil }
        buffer.removeFirst(next ?? buffer.count)
        continue
      }
      switch version == .first ? findFirst() : findSecond() {
      case .incomplete: return
      case .refused(let count): buffer.removeFirst(min(count, buffer.count))
      case .frame(let frame, let count):
        let refusal = verifier?.refusal(of: frame, buffer.prefix(count)) ?? nil
        buffer.removeFirst(min(count, buffer.count))
        if let refusal {
          refusals.insert(refusal)
          if refusal == .past { systemBehind = frame.system }
        } else {
          take(frame)
        }
      }
    }
  }

  private func findFirst() -> Finding {
    let header = 6
    guard buffer.count >= header else { return .incomplete }
    return find(header: header, signature: 0) {
      MAVLinkFrame(
        version: .first, sequence: buffer[2], system: buffer[3], component: buffer[4],
        identifier: UInt32(buffer[5]), payload: $0)
    }
  }

  private func findSecond() -> Finding {
    let header = 10
    guard buffer.count >= header else { return .incomplete }
    let flags = buffer[2]
    // The layout of a frame with another incompatibility flag is not known.
    guard flags & ~MAVLinkFrame.signedFlag == 0 else { return .refused(count: 1) }
    let signature = flags == 0 ? 0 : MAVLinkFrame.signatureLength
    return find(header: header, signature: signature) {
      MAVLinkFrame(
        version: .second, sequence: buffer[4], system: buffer[5], component: buffer[6],
        identifier: UInt32(buffer[7]) | UInt32(buffer[8]) << 8 | UInt32(buffer[9]) << 16,
        isSigned: flags != 0, payload: $0)
    }
  }

  /// Checks the frame with this length of header and signature.
  private func find(
    header: Int, signature: Int, _ make: ([UInt8]) -> MAVLinkFrame
  ) -> Finding {
    let end = header + Int(buffer[1])
    let length = end + MAVLinkFrame.checksumLength + signature
    guard buffer.count >= length else { return .incomplete }
    let frame = make(Array(buffer[header..<end]))
    guard let extra = MAVLinkDialect.checksumExtras[frame.identifier] else {
      return .refused(count: length)
    }
    var checksum = MAVLinkChecksum()
    checksum.add(buffer[1..<end])
    checksum.add(extra)
    guard checksum.value == UInt16(buffer[end]) | UInt16(buffer[end + 1]) << 8 else {
      return .refused(count: 1)
    }
    return .frame(frame, count: length)
  }
}
