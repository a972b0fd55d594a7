import HeadingClock
public import HeadingSensing
import NIOCore
import NIOPosix
import Synchronization

/// IIO server with simulated devices, for libiio clients at `ip:HOST:PORT`.
///
/// Implements the text protocol of libiio 0.24's iiod and the behaviour of kernel and drivers: see
/// ``SimulatedContext`` for the devices and ``SimulatedFault`` for the faults. Invalid input ends
/// at most the client's own connection.
public final class IIODServer: Sendable {
  /// iiod's port, the default of clients.
  public static let defaultPort = 30431

  /// The simulated board.
  public let hat: SimulatedHat

  /// The boottime of the simulation's time 0.
  public let start: BootTime

  /// Largest number of connections; further ones are closed at once.
  static let maximumConnections = 64

  private let state: Mutex<ServerState>
  private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

  /// Creates a server; the simulation's time 0 is now.
  ///
  /// - Parameters:
  ///   - hat: The simulated board.
  ///   - context: The devices.
  ///   - clockOffset: Offset of the simulated wall clock from the machine's, s.
  public init(_ hat: SimulatedHat, context: SimulatedContext, clockOffset: Double = 0) {
    self.hat = hat
    start = SystemClock().bootTime
    state = Mutex(
      ServerState(
        hat: hat, context: context, start: start.nanoseconds,
        clocks: KernelClocks.offsets(realtimeAhead: clockOffset)))
  }

  /// Creates a server of a scenario, with the devices of its board, starting now.
  public convenience init(_ scenario: Scenario, clockOffset: Double = 0) {
    self.init(
      scenario.hat(startingAt: SystemClock().relation.universalTime),
      context: SimulatedContext(board: scenario.board), clockOffset: clockOffset)
  }

  // MARK: - Running

  /// Serves clients while `body` runs; closes all connections when it returns or throws.
  ///
  /// - Parameters:
  ///   - host: The address to listen on.
  ///   - port: The port; 0 takes a free one.
  ///   - body: Receives the port.
  /// - Returns: What `body` returns.
  /// - Throws: ``IIODServerError/cannotListen(host:port:reason:)``, and errors of `body`.
  public func serve<Result: Sendable>(
    host: String = "127.0.0.1", port: Int = 0,
    while body: @Sendable (_ port: Int) async throws -> Result
  ) async throws -> Result {
    let listener: NIOAsyncChannel<any Channel, Never>
    do {
      listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.backlog, value: 16)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        // Reading starts with the consumer: see `talk`.
        .childChannelOption(.autoRead, value: false)
        .bind(host: host, port: port) { channel in
          channel.eventLoop.makeCompletedFuture {
            try self.admit(channel)
            return channel
          }
        }
    } catch {
      throw IIODServerError.cannotListen(host: host, port: port, reason: Self.reason(error))
    }
    let bound = listener.channel.localAddress?.port ?? port
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask(executorPreference: EventLoopExecutor(listener.channel.eventLoop)) {
        try await self.accept(on: listener)
      }
      defer {
        group.cancelAll()
        dropConnections()
      }
      return try await body(bound)
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case let failure as IOError: unsafe String(cString: strerror(failure.errnoCode))
    case is SocketAddressError.UnknownHost: "the host has no address"
    default: "\(error)"
    }
  }

  private func accept(on listener: NIOAsyncChannel<any Channel, Never>) async throws {
    try await listener.executeThenClose { clients in
      await withDiscardingTaskGroup { group in
        do {
          for try await client in clients {
            group.addTask(executorPreference: EventLoopExecutor(client.eventLoop)) {
              await self.talk(to: client)
            }
          }
        } catch {
          // The listener was closed.
        }
        group.cancelAll()
      }
    }
  }

  /// Registers a connection until it closes; refuses it if there are too many.
  private func admit(_ channel: any Channel) throws {
    let key = ObjectIdentifier(channel)
    try channels.withLock { open in
      guard open.count < Self.maximumConnections else { throw RemoteError.busy }
      open[key] = channel
    }
    channel.closeFuture.whenComplete { _ in self.channels.withLock { $0[key] = nil } }
  }

  private func talk(to channel: any Channel) async {
    do {
      // An asynchronous channel must be used once it is made, so it is made only here. The option
      // may fail, so it is set before; bytes arrive in a later iteration of the loop.
      let client = try await channel.eventLoop.submit {
        try channel.syncOptions?.setOption(.autoRead, value: true)
        return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
          wrappingChannelSynchronously: channel)
      }.get()
      try await client.executeThenClose { inbound, outbound in
        var connection = IIODConnection(
          server: self, channel: channel, inbound: inbound, outbound: outbound)
        await connection.run()
      }
    } catch {
      channel.close(promise: nil)
    }
  }

  // MARK: - State

  /// The present boottime, ns.
  func now() -> Int64 { SystemClock().bootTime.nanoseconds }

  /// Accesses the state at the present time.
  func withState<Result: Sendable, Failure: Error>(
    _ body: (inout ServerState, _ now: Int64) throws(Failure) -> Result
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
  /// - Throws: ``IIODServerError/unknownDevice(_:)``.
  public func setFaults(_ faults: [SimulatedFault], on device: String) throws {
    try withState { state, now in
      guard let index = state.context.index(ofDevice: device) else {
        throw IIODServerError.unknownDevice(device)
      }
      state.set(faults, on: index, at: now)
    }
  }

  /// Sets faults given as text: `silent@lsm9ds1_magn`, `stuck,rail@accel_3d`, `none@press`.
  ///
  /// - Throws: ``IIODServerError/badFault(_:)`` or ``IIODServerError/unknownDevice(_:)``.
  public func setFaults(_ text: String) throws {
    let sides = text.split(separator: "@", maxSplits: 1).map { String($0) }
    guard sides.count == 2, let faults = SimulatedFault.list(sides[0]) else {
      throw IIODServerError.badFault(text)
    }
    try setFaults(faults, on: sides[1])
  }

  /// Number of connected clients.
  package var connections: Int { channels.withLock { $0.count } }

  /// Closes every connection, as a restarted server does; accepts new ones.
  public func dropConnections() {
    let open = channels.withLock { Array($0.values) }
    for channel in open { channel.close(promise: nil) }
  }
}
