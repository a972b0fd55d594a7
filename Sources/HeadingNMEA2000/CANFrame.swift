/// A frame of CAN with a 29-bit identifier.
package struct CANFrame: Sendable, Hashable {
  /// Priority, group and addresses.
  package var identifier: UInt32

  /// At most eight bytes.
  package var data: [UInt8]

  /// Creates a frame.
  package init(identifier: UInt32, data: [UInt8]) {
    (self.identifier, self.data) = (identifier, data)
  }
}
