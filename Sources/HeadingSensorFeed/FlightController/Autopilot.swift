import HeadingMAVLink

/// What a component's HEARTBEAT says of it.
struct Autopilot: Sendable, Hashable {
  /// What decides which messages have known units.
  enum Firmware: Sendable, Hashable {
    /// MAV_AUTOPILOT_ARDUPILOTMEGA.
    case ardupilot
    /// MAV_AUTOPILOT_PX4.
    case px4
    /// Any other, such as a camera or an IMU of its own.
    case other
  }

  /// The firmware.
  let firmware: Firmware

  /// Whether it is an autopilot, which can be asked for messages.
  let isAutopilot: Bool

  /// Whether it says that its sensors are simulated (MAV_MODE_FLAG_HIL_ENABLED).
  let isSimulated: Bool

  /// Whether it is a companion computer (MAV_TYPE_ONBOARD_CONTROLLER), whose values are no samples.
  ///
  /// `headingd` is one itself and must not read its own output where a router returns it.
  let isCompanion: Bool

  init(_ heartbeat: Heartbeat) {
    firmware =
      switch heartbeat.autopilot {
      case 3: .ardupilot
      case 12: .px4
      default: .other
      }
    isAutopilot = heartbeat.autopilot != 8
    isSimulated = heartbeat.baseMode & 32 != 0
    isCompanion = heartbeat.type == 18
  }
}
