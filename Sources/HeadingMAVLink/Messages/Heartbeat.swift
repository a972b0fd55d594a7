/// The presence and state of a component, once a second.
package struct Heartbeat: MAVLinkMessage {
  package static let name = "HEARTBEAT"
  package static let identifier: UInt32 = 0
  package static let checksumExtra: UInt8 = 50

  /// Flags of one autopilot.
  package var customMode: UInt32 = 0

  /// MAV_TYPE of the vehicle or component.
  package var type: UInt8 = 0

  /// MAV_AUTOPILOT; 8 (invalid) for what is no flight controller.
  package var autopilot: UInt8 = 0

  /// MAV_MODE_FLAG bits.
  package var baseMode: UInt8 = 0

  /// MAV_STATE.
  package var systemStatus: UInt8 = 0

  /// Version of the dialect, 3.
  package var mavlinkVersion: UInt8 = 3

  package init() {}

  package mutating func code(_ coder: inout PayloadCoder) {
    coder.code(&customMode)
    coder.code(&type)
    coder.code(&autopilot)
    coder.code(&baseMode)
    coder.code(&systemStatus)
    coder.code(&mavlinkVersion)
  }
}
