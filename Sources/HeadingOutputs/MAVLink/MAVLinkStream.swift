import HeadingEngine
import HeadingMAVLink
import HeadingRuntime
import HeadingSensing

/// The messages of one output, one update after the other.
struct MAVLinkStream: Sendable {
  private let configuration: MAVLinkConfiguration
  private var sender: MAVLinkSender
  private var heartbeats = RateLimit(rate: 1)
  private var updates: RateLimit
  private var resets = ResetCounter()
  private var home: Double?

  init(_ configuration: MAVLinkConfiguration, signer: MAVLinkSigner? = nil) {
    self.configuration = configuration
    sender = MAVLinkSender(
      system: configuration.system, component: configuration.component, signer: signer)
    updates = RateLimit(rate: configuration.rate)
  }

  /// The frames of an update; empty if nothing is due or there is no valid value.
  mutating func group(_ update: SolutionUpdate) -> [UInt8] {
    let solution = update.solution
    let time = solution.time.seconds
    // Every update counts, also those that are not sent.
    resets.take(solution)
    var bytes: [UInt8] = []
    // Ticks make updates also without sensors.
    if heartbeats.admits(time) { bytes += sender.frame(Heartbeat(solution)) }
    guard updates.admits(time) else { return bytes }
    let attitude = AeronauticalAttitude(solution, north: configuration.north)
    for message in configuration.messages {
      bytes += frame(message, solution, attitude) ?? []
    }
    if configuration.sendsGPSInput { bytes += GPSInput(solution).map { sender.frame($0) } ?? [] }
    return bytes
  }

  /// The frame of a message; `nil` if a value that it needs is missing.
  private mutating func frame(
    _ message: MAVLinkConfiguration.Message, _ solution: HeadingSolution,
    _ attitude: AeronauticalAttitude?
  ) -> [UInt8]? {
    let north = configuration.north
    switch message {
    case .attitude:
      return attitude.map { sender.frame(Attitude(solution, $0)) }
    case .attitudeQuaternionCovariance:
      return attitude.map { sender.frame(AttitudeQuaternionCov(solution, $0)) }
    case .odometry:
      return attitude.map {
        sender.frame(
          Odometry(
            solution, $0, frame: configuration.odometryFrame, resetCounter: resets.count))
      }
    case .globalPosition:
      if home == nil { home = solution.altitude.value }
      return home.flatMap { GlobalPositionInt(solution, north: north, home: $0) }
        .map { sender.frame($0) }
    case .instruments: return VFRHUD(solution, north: north).map { sender.frame($0) }
    case .pressure: return ScaledPressure(solution).map { sender.frame($0) }
    case .sensors: return HighresIMU(solution).map { sender.frame($0) }
    }
  }
}
