/// A message of NMEA 2000: a parameter group with its number (PGN).
///
/// The identifier of its frames is that of ISO 11783-3: priority, PGN, source; the low byte of a PGN
/// below 240 in its second byte is the destination.
package struct NMEA2000Message: Sendable, Hashable {
  /// The destination that all devices are.
  package static let everybody: UInt8 = 255

  /// The source of a device without an address.
  package static let nobody: UInt8 = 254

  /// The group that asks for another one.
  package static let request: UInt32 = 59_904

  /// Number of the parameter group.
  package var group: UInt32

  /// 0 for the most urgent to 7.
  package var priority: UInt8

  /// The address that it is for.
  package var destination = Self.everybody

  /// The fields.
  package var data: [UInt8]

  /// Creates a message.
  package init(group: UInt32, priority: UInt8, destination: UInt8 = Self.everybody, data: [UInt8]) {
    (self.group, self.priority, self.destination, self.data) = (group, priority, destination, data)
  }

  /// Reads the message of a frame, of a fast packet a part, and its source.
  package static func read(_ frame: CANFrame) -> (message: NMEA2000Message, source: UInt8) {
    let identifier = frame.identifier
    var group = identifier >> 8 & 0x3FFFF
    var destination = everybody
    if group >> 8 & 0xFF < 240 {
      destination = UInt8(truncatingIfNeeded: group)
      group &= 0x3FF00
    }
    return (
      NMEA2000Message(
        group: group, priority: UInt8(truncatingIfNeeded: identifier >> 26 & 7),
        destination: destination, data: frame.data),
      UInt8(truncatingIfNeeded: identifier)
    )
  }

  /// The frames of the message: one, or for more than eight bytes those of a fast packet, with a
  /// sequence number of three bits, the number of the frame and, in the first one, that of bytes.
  package func frames(source: UInt8, sequence: UInt8) -> [CANFrame] {
    let isAddressed = group >> 8 & 0xFF < 240
    let number = isAddressed ? group & 0x3FF00 | UInt32(destination) : group
    let identifier = UInt32(priority & 7) << 26 | number << 8 | UInt32(source)
    guard data.count > 8 else { return [CANFrame(identifier: identifier, data: data)] }
    var frames: [CANFrame] = []
    var rest = data[...]
    while !rest.isEmpty {
      var bytes = [(sequence & 7) << 5 | UInt8(truncatingIfNeeded: frames.count & 31)]
      if frames.isEmpty { bytes.append(UInt8(clamping: data.count)) }
      bytes += rest.prefix(8 - bytes.count)
      rest = rest.dropFirst(frames.isEmpty ? 6 : 7)
      bytes += repeatElement(0xFF, count: 8 - bytes.count)
      frames.append(CANFrame(identifier: identifier, data: bytes))
    }
    return frames
  }
}
