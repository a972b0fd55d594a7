/// Joins transfers of the Sensor Hub Transport Protocol to cargoes.
///
/// A transfer begins with four bytes: length with the header, its bit 15 set in a continuation;
/// channel; sequence number. Source: BNO080 data sheet 1000-3927, section 1.4.1.
struct SHTPAssembler {
  /// The longest accepted cargo; advertisements have about 300 bytes.
  static let maximum = 1024

  private var channel: UInt8 = 0
  private var payload: [UInt8] = []
  /// Bytes that are missing from the cargo in progress; 0 without one.
  private var missing = 0
  private var sequences: [UInt8: UInt8] = [:]

  /// The length in a header without its continuation bit; `nil` for an invalid one.
  static func length(_ header: [UInt8]) -> Int? {
    guard header.count >= 4, header[2] <= 5 else { return nil }
    let raw = Int(header[0]) | Int(header[1]) << 8
    // 0xFFFF is what a bus without a chip reads.
    let length = raw & 0x7FFF
    return raw == 0xFFFF || 1..<4 ~= length ? nil : length
  }

  /// Adds a transfer with its header; returns the cargo that it completes.
  mutating func add(_ transfer: [UInt8]) -> SHTPPacket? {
    guard let length = Self.length(transfer), length >= 4 else {
      missing = 0
      return nil
    }
    let data = transfer[4..<min(transfer.count, length)]
    if transfer[1] & 0x80 != 0 {
      guard missing > 0, transfer[2] == channel, length - 4 == missing else {
        missing = 0
        return nil
      }
    } else {
      missing = 0
      guard length - 4 <= Self.maximum else { return nil }
      // A repeated transfer of sensor data would be measured twice.
      guard transfer[2] < 3 || sequences[transfer[2]] != transfer[3] else { return nil }
      (channel, payload) = (transfer[2], [])
    }
    sequences[transfer[2]] = transfer[3]
    payload += data
    missing = length - 4 - data.count
    return missing == 0 ? SHTPPacket(channel: channel, payload: payload) : nil
  }
}
