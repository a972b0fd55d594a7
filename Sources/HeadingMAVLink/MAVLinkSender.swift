/// Numbers the frames of one component, and signs them if it has a signer.
package struct MAVLinkSender: Sendable {
  private let system: UInt8
  private let component: UInt8
  private let signer: MAVLinkSigner?
  private var sequence: UInt8 = 0

  /// A component that has sent nothing.
  package init(system: UInt8, component: UInt8, signer: MAVLinkSigner? = nil) {
    self.system = system
    self.component = component
    self.signer = signer
  }

  /// The frame of a message.
  package mutating func frame(_ message: some MAVLinkMessage) -> [UInt8] {
    defer { sequence &+= 1 }
    return MAVLinkFrame.bytes(
      message, sequence: sequence, system: system, component: component, signer: signer)
  }
}
