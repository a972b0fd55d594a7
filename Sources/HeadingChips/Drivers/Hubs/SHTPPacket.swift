/// A complete cargo of the Sensor Hub Transport Protocol.
struct SHTPPacket: Hashable {
  /// Channel 0 to 5.
  var channel: UInt8

  /// The cargo without its header.
  var payload: [UInt8]
}
