/// Extracts the transfers from the bytes of a serial line: 0x7E, protocol 1, escaped bytes, 0x7E.
///
/// Source: "Sensor Hub Transport Protocol" 1000-3535, as in the vendor's and Adafruit's libraries. A
/// flag begins a frame whatever was before, so that reception resumes with the next frame.
struct SHTPDeframer {
  private var frame: [UInt8] = []
  private var isInside = false
  private var isEscaped = false

  /// Adds received bytes; returns the transfers that they complete.
  mutating func add(_ bytes: [UInt8]) -> [[UInt8]] {
    var transfers: [[UInt8]] = []
    for byte in bytes {
      if byte == 0x7E {
        if isInside, !isEscaped, frame.first == 1 { transfers.append(Array(frame.dropFirst())) }
        (frame, isInside, isEscaped) = ([], true, false)
      } else if isInside {
        if byte == 0x7D, !isEscaped {
          isEscaped = true
        } else {
          frame.append(isEscaped ? byte ^ 0x20 : byte)
          isEscaped = false
        }
        // A frame that is too long has lost its end.
        if frame.count > SHTPAssembler.maximum + 5 { (frame, isInside) = ([], false) }
      }
    }
    return transfers
  }

  /// The frame of a transfer.
  static func frame(_ transfer: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x7E, 0x01]
    for byte in transfer {
      bytes += byte == 0x7E || byte == 0x7D ? [0x7D, byte ^ 0x20] : [byte]
    }
    return bytes + [0x7E]
  }
}
