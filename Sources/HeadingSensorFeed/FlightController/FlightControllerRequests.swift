import HeadingMAVLink
import HeadingSensing

/// What is sent to a flight controller so that it sends its sensors.
///
/// A HEARTBEAT each second, since a controller may send nothing to a link on which it hears nobody,
/// and MAV_CMD_SET_MESSAGE_INTERVAL while the IMU comes at less than half of the rate: at the start
/// and after a reboot, less often each time it has no effect.
struct FlightControllerRequests {
  /// MAV_COMP_ID_ONBOARD_COMPUTER.
  private static let component: UInt8 = 191

  /// Rates of pressure and fixes, Hz: those of usual sensors.
  private static let pressureRate = 10.0
  private static let fixRate = 5.0

  /// Times between two requests, s.
  private static let pauses = 2.0...30.0

  private let rate: Double
  private let signer: MAVLinkSigner?
  private var sender: (system: UInt8, sender: MAVLinkSender)?
  private var lastHeartbeat: BootTime?
  private var request: BootTime?
  private var pause = pauses.lowerBound

  init(rate: Double, signer: MAVLinkSigner?) {
    self.rate = rate
    self.signer = signer
  }

  /// The frames that are due.
  ///
  /// - Parameters:
  ///   - now: The present.
  ///   - target: The controller.
  ///   - firmware: Its firmware.
  ///   - present: The present rate of the message that is asked for, Hz.
  /// - Returns: The frames.
  mutating func due(
    at now: BootTime, to target: FlightControllerID, _ firmware: Autopilot.Firmware,
    present: Double
  ) -> [[UInt8]] {
    var frames = [heartbeat(at: now, to: target.system)].compactMap(\.self)
    if present >= rate / 2 {
      pause = Self.pauses.lowerBound
    } else if request.map({ now.seconds(since: $0) >= pause }) ?? true {
      pause = request == nil ? pause : min(2 * pause, Self.pauses.upperBound)
      request = now
      for (message, rate) in messages(of: firmware) {
        frames.append(
          frame(
            CommandLong(sending: message, rate: rate, by: target.system, target.component),
            to: target.system))
      }
    }
    return frames
  }

  /// A HEARTBEAT where one is due, also for a system that is not read yet because its signatures are
  /// behind: it takes the time of the signature.
  mutating func heartbeat(at now: BootTime, to system: UInt8) -> [UInt8]? {
    guard lastHeartbeat.map({ now.seconds(since: $0) >= 1 }) ?? true else { return nil }
    lastHeartbeat = now
    var message = Heartbeat()
    message.type = 18
    message.autopilot = 8
    message.systemStatus = 4
    return frame(message, to: system)
  }

  private func messages(of firmware: Autopilot.Firmware) -> [(UInt32, Double)] {
    let fixes = (GPSRawInt.identifier, Self.fixRate)
    let pressure = (ScaledPressure.identifier, Self.pressureRate)
    return switch firmware {
    case .ardupilot: [(RawIMU.identifier, rate), pressure, fixes]
    case .px4: [(HighresIMU.identifier, rate), fixes]
    case .other: [(HighresIMU.identifier, rate), pressure, fixes]
    }
  }

  /// A frame as one of the vehicle's own components, which every router passes on.
  private mutating func frame(
    _ message: some MAVLinkMessage, to system: UInt8
  ) -> [UInt8] {
    var sender =
      sender.flatMap { $0.system == system ? $0.sender : nil }
      ?? MAVLinkSender(system: system, component: Self.component, signer: signer)
    defer { self.sender = (system, sender) }
    return sender.frame(message)
  }
}
