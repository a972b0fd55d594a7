import HeadingClock
public import HeadingIIOServer
public import HeadingSensing
import Synchronization

/// IIO server with simulated devices, for libiio clients at `ip:HOST:PORT`.
///
/// A ``DeviceServer`` with the behaviour of kernel and drivers: see ``ServedContext`` for the devices
/// and ``SimulatedFault`` for the faults.
public final class IIODServer: Sendable {
  /// iiod's port, the default of clients.
  public static let defaultPort = DeviceServer.defaultPort

  /// The simulated board.
  public let hat: SimulatedHat

  /// The boottime of the simulation's time 0.
  public let start: BootTime

  private let server = DeviceServer()
  private let state: Mutex<SimulatedMachine>

  /// Creates a server; the simulation's time 0 is now.
  ///
  /// - Parameters:
  ///   - hat: The simulated board.
  ///   - context: The devices.
  ///   - clockOffset: Offset of the simulated wall clock from the machine's, s.
  public init(_ hat: SimulatedHat, context: ServedContext, clockOffset: Double = 0) {
    self.hat = hat
    start = SystemClock().bootTime
    state = Mutex(
      SimulatedMachine(
        hat: hat, context: context, start: start.nanoseconds,
        clocks: KernelClocks.offsets(realtimeAhead: clockOffset)))
  }

  /// Creates a server of a scenario, with the devices of its board, starting now.
  public convenience init(_ scenario: Scenario, clockOffset: Double = 0) {
    self.init(
      scenario.hat(startingAt: SystemClock().relation.universalTime),
      context: ServedContext(board: scenario.board), clockOffset: clockOffset)
  }

  // MARK: - Running

  /// Serves clients while `body` runs; closes all connections when it returns or throws.
  ///
  /// - Parameters:
  ///   - host: The address to listen on.
  ///   - port: The port; 0 takes a free one.
  ///   - body: Receives the port.
  /// - Returns: What `body` returns.
  /// - Throws: ``SimulatedFaultError/cannotListen(host:port:reason:)``, and errors of `body`.
  public func serve<Result: Sendable>(
    host: String = "127.0.0.1", port: Int = 0,
    while body: @Sendable (_ port: Int) async throws -> Result
  ) async throws -> Result {
    try await server.serve(self, host: host, port: port, while: body)
  }

  // MARK: - State

  /// The present boottime, ns.
  func now() -> Int64 { SystemClock().bootTime.nanoseconds }

  /// Accesses the state at the present time.
  func withState<Result: Sendable, Failure: Error>(
    _ body: (inout SimulatedMachine, _ now: Int64) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try state.withLock { (state) throws(Failure) -> Result in try body(&state, now()) }
  }

  /// The present ground truth.
  public func truth() -> SimulatedTruth {
    hat.truth(at: SystemClock().bootTime.seconds(since: start))
  }

  // MARK: - Faults

  /// Sets the faults of a device, given by id, name or label; an empty list ends them.
  ///
  /// - Throws: ``SimulatedFaultError/unknownDevice(_:)``.
  public func setFaults(_ faults: [SimulatedFault], on device: String) throws {
    try withState { state, now in
      guard let index = state.context.index(ofDevice: device) else {
        throw SimulatedFaultError.unknownDevice(device)
      }
      state.set(faults, on: index, at: now)
    }
  }

  /// Sets faults given as text: `silent@lsm9ds1_magn`, `stuck,rail@accel_3d`, `none@press`.
  ///
  /// - Throws: ``SimulatedFaultError/badFault(_:)`` or ``SimulatedFaultError/unknownDevice(_:)``.
  public func setFaults(_ text: String) throws {
    let sides = text.split(separator: "@", maxSplits: 1).map { String($0) }
    guard sides.count == 2, let faults = SimulatedFault.list(sides[0]) else {
      throw SimulatedFaultError.badFault(text)
    }
    try setFaults(faults, on: sides[1])
  }

  /// Number of connected clients.
  package var connections: Int { server.connections }

  /// Closes every connection, as a restarted server does; accepts new ones.
  public func dropConnections() { server.dropConnections() }
}
