/// A frame of CAN with a 29-bit identifier.
struct CANFrame: Sendable, Hashable {
  var identifier: UInt32

  /// At most eight bytes.
  var data: [UInt8]
}
