import HeadingSensing

/// Puts the frames of a sender's fast packets of one group together.
///
/// The first byte of a frame has the packet's number (three bits) and the frame's (five); the second
/// one of the first frame is the number of bytes. It keeps one packet of at most 223 bytes.
struct FastPacketAssembler: Sendable {
  /// A part of a packet, or the whole.
  enum Outcome: Sendable, Hashable {
    /// Further frames follow.
    case incomplete
    /// The packet's bytes.
    case whole([UInt8])
    /// A frame is missing or not one of the packet; an earlier packet may be lost with it.
    case refused(NMEA2000Refusal)
    /// A part of a packet that was refused or began earlier.
    case ignored
  }

  /// Longest time from the first to the last frame, s.
  private static let longestTime = 0.75

  /// Six bytes in the first frame and seven in each of 31 more.
  private static let longest = 223

  private struct Packet {
    let number: UInt8
    let length: Int
    let began: BootTime
    var next: UInt8 = 1
    var bytes: [UInt8]
  }

  private var packet: Packet?

  /// Takes a frame's bytes.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - shortest: Smallest number of bytes of the packet.
  ///   - now: The time of arrival.
  /// - Returns: What has become of it.
  mutating func take(_ data: [UInt8], shortest: Int, at now: BootTime) -> Outcome {
    guard data.count == 8 else { return .refused(.length(data.count)) }
    let (number, index) = (data[0] >> 5, data[0] & 31)
    if index == 0 {
      let lost = packet != nil
      packet = nil
      let length = Int(data[1])
      guard length >= shortest, length <= Self.longest else { return .refused(.length(length)) }
      packet = Packet(number: number, length: length, began: now, bytes: Array(data[2...]))
      return lost ? .refused(.incomplete) : .incomplete
    }
    guard var packet, packet.number == number else { return .ignored }
    guard index == packet.next, now.seconds(since: packet.began) <= Self.longestTime else {
      self.packet = nil
      return .refused(.incomplete)
    }
    packet.bytes += data[1...]
    packet.next += 1
    guard packet.bytes.count >= packet.length else {
      self.packet = packet
      return .incomplete
    }
    self.packet = nil
    return .whole(Array(packet.bytes.prefix(packet.length)))
  }
}
