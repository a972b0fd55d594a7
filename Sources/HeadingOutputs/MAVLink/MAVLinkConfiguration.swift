package import HeadingStorage

/// Destination and selection of MAVLink messages; an entry of the list `outputs.mavlink`.
package struct MAVLinkConfiguration: Sendable, Hashable {
  /// The messages that an entry can name; HEARTBEAT is always sent, GPS_INPUT has a key of its own.
  package enum Message: String, Sendable, CaseIterable {
    /// Attitude by Euler angles.
    case attitude = "ATTITUDE"
    /// Attitude by a quaternion, with covariance.
    case attitudeQuaternionCovariance = "ATTITUDE_QUATERNION_COV"
    /// Attitude and velocity for an autopilot's filter.
    case odometry = "ODOMETRY"
    /// Position, velocity and heading.
    case globalPosition = "GLOBAL_POSITION_INT"
    /// Instruments of a pilot.
    case instruments = "VFR_HUD"
    /// Pressure.
    case pressure = "SCALED_PRESSURE"
    /// Calibrated field, angular rate and pressure.
    case sensors = "HIGHRES_IMU"
  }

  /// The frame that ODOMETRY names; the values are the same.
  package enum OdometryFrame: String, Sendable, CaseIterable {
    /// MAV_FRAME_LOCAL_NED, which PX4 needs to use the yaw as one from north.
    case ned
    /// MAV_FRAME_LOCAL_FRD, the only one that ArduPilot accepts.
    case frd
  }

  /// The destination.
  package var destination: OutputDestination

  /// Largest rate of message groups, Hz; HEARTBEAT is sent once a second.
  package var rate = 10.0

  /// The system to which the messages belong: that of the vehicle.
  package var system: UInt8 = 1

  /// The component; 197 is MAV_COMP_ID_VISUAL_INERTIAL_ODOMETRY.
  package var component: UInt8 = 197

  /// The messages in order of output.
  package var messages: [Message] = [
    .attitude, .attitudeQuaternionCovariance, .odometry, .globalPosition,
  ]

  /// Whether GPS_INPUT is sent, which replaces an autopilot's receiver.
  package var sendsGPSInput = false

  /// The reference of yaw and heading.
  package var north = OutputNorth.geographic

  /// The frame of ODOMETRY.
  package var odometryFrame = OdometryFrame.ned

  /// The signature of the frames; `nil` for none.
  package var signing: MAVLinkSigning?

  /// The default messages.
  package init(to destination: OutputDestination) { self.destination = destination }
}

extension MAVLinkConfiguration {
  /// Reads an entry; `nil` without a destination, which is reported as a problem.
  package init?(_ section: ConfigurationSection) {
    let destination = OutputDestination(section, example: "udp:127.0.0.1:14550")
    let rate = section.number("rate", 0.1...1000, "Hz")
    let system = section.integer("system", 1...255)
    let component = section.integer("component", 1...255)
    let messages = section.texts("messages") { text in
      Message(rawValue: text) == nil
        ? "'\(text)' is none of \(Self.names(Message.self).joined(separator: ", "))" : nil
    }
    let sendsGPSInput = section.flag("gps_input")
    let north = section.choice("north", of: Self.names(OutputNorth.self))
    let frame = section.choice("odometry_frame", of: Self.names(OdometryFrame.self))
    let signing = section.section("signing") {
      MAVLinkSigning($0, isThere: section.has("signing"))
    }
    guard let destination else { return nil }
    self.init(to: destination)
    if let rate { self.rate = rate }
    if let system { self.system = UInt8(clamping: system) }
    if let component { self.component = UInt8(clamping: component) }
    if let messages { self.messages = messages.compactMap(Message.init) }
    if let sendsGPSInput { self.sendsGPSInput = sendsGPSInput }
    if let north = north.flatMap(OutputNorth.init) { self.north = north }
    if let frame = frame.flatMap(OdometryFrame.init) { odometryFrame = frame }
    self.signing = signing
  }

  private static func names<Choice: CaseIterable & RawRepresentable<String>>(
    _: Choice.Type
  ) -> [String] { Choice.allCases.map(\.rawValue) }
}
