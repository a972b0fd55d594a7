/// A message of the dialect `common`; its properties have the names and units of the dialect.
///
/// A new message has the value for "unknown" in each field for which the dialect defines one.
package protocol MAVLinkMessage: Sendable, Hashable {
  /// The name in the dialect.
  static var name: String { get }

  /// The identifier in the frame.
  static var identifier: UInt32 { get }

  /// CRC_EXTRA: checksum of the message's definition, which ends the frame's own.
  static var checksumExtra: UInt8 { get }

  /// Creates a message whose values are unknown.
  init()

  /// Passes every field to a coder in the order of the wire: by size, the extensions last.
  mutating func code(_ coder: inout PayloadCoder)
}

extension MAVLinkMessage {
  /// Reads a frame; `nil` if it carries another message.
  ///
  /// Fields that a sender truncated or does not know are zero, as MAVLink 2 defines it.
  package init?(_ frame: MAVLinkFrame) {
    guard frame.identifier == Self.identifier else { return nil }
    self.init()
    var coder = PayloadCoder(reading: frame.payload)
    code(&coder)
  }

  /// The complete payload.
  var payload: [UInt8] {
    var coder = PayloadCoder()
    var message = self
    message.code(&coder)
    return coder.bytes
  }
}
