import HeadingClock
public import HeadingSensing
import NIOCore
import NIOPosix
import Synchronization

/// A simulated machine with IIO devices that real libiio clients reach as `ip:HOST:PORT`.
///
/// It speaks the text protocol of libiio 0.24's iiod and behaves as kernel and drivers do: see
/// ``SimulatedContext`` for the devices and ``SimulatedFault`` for what can go wrong.
/// Whatever a client sends, it costs at most its connection.
public final class IIODServer: Sendable {
  /// The port iiod listens on, which clients take if they are given none.
  public static let defaultPort = 30431

  /// What the server's devices feel.
  public let hat: SimulatedHat

  /// The hat's time 0 on the boottime line: ``truth()`` and tests count from here.
  public let start: BootTime

  /// Connections at a time; further ones are closed at once.
  static let mostConnections = 64

  private let state: Mutex<ServerState>
  private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

  /// Makes a server; time 0 of the hat is now.
  ///
  /// - Parameters:
  ///   - hat: What the devices feel.
  ///   - context: The devices.
  ///   - clockOffset: Seconds that the machine's wall clock is ahead of ours.
  public init(_ hat: SimulatedHat, context: SimulatedContext, clockOffset: Double = 0) {
    self.hat = hat
    start = SystemClock().bootTime
    state = Mutex(
      ServerState(
        hat: hat, context: context, start: start.nanoseconds,
        clocks: KernelClocks.offsets(realtimeAhead: clockOffset)))
  }

  /// Makes a server of a scenario, with the devices of its board, starting now.
  public convenience init(_ scenario: Scenario, clockOffset: Double = 0) {
    self.init(
      scenario.hat(startingAt: SystemClock().relation.universalTime),
      context: SimulatedContext(board: scenario.board), clockOffset: clockOffset)
  }

  // MARK: - Running

  /// Listens, and answers clients while `body` runs; ends them all when it returns or throws.
  ///
  /// - Parameters:
  ///   - host: The address to listen on.
  ///   - port: The port; 0 takes a free one.
  ///   - body: Gets the port that is listened on.
  /// - Returns: What `body` returns.
  /// - Throws: ``IIODServerError/cannotListen(host:port:reason:)``, and what `body` throws.
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
        // Nothing is read before somebody is there to take it: see `talk`.
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
          // The listener was closed: no more clients come.
        }
        group.cancelAll()
      }
    }
  }

  /// Keeps a connection in the books as long as it is open; refuses it if there are too many.
  private func admit(_ channel: any Channel) throws {
    let key = ObjectIdentifier(channel)
    try channels.withLock { open in
      guard open.count < Self.mostConnections else { throw RemoteError.busy }
      open[key] = channel
    }
    channel.closeFuture.whenComplete { _ in self.channels.withLock { $0[key] = nil } }
  }

  private func talk(to channel: any Channel) async {
    do {
      // An asynchronous channel must be used once it is made, so it is made only here.
      // The option may fail, so it comes before; bytes come on a later turn of the loop.
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

  /// Now, boottime ns.
  func now() -> Int64 { SystemClock().bootTime.nanoseconds }

  /// Looks at the machine, or changes it, at this moment.
  func withState<Result: Sendable, Failure: Error>(
    _ body: (inout ServerState, _ now: Int64) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try state.withLock { (state) throws(Failure) -> Result in try body(&state, now()) }
  }

  /// What is really so now.
  public func truth() -> SimulatedTruth {
    hat.truth(at: SystemClock().bootTime.seconds(since: start))
  }

  // MARK: - Faults

  /// Switches the faults of a device, given by id, name or label; an empty list ends them.
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

  /// Switches faults given in words: `silent@lsm9ds1_magn`, `stuck,rail@accel_3d`, `none@press`.
  ///
  /// - Throws: ``IIODServerError/badFault(_:)`` or ``IIODServerError/unknownDevice(_:)``.
  public func setFaults(_ text: String) throws {
    let sides = text.split(separator: "@", maxSplits: 1).map { String($0) }
    guard sides.count == 2, let faults = SimulatedFault.list(sides[0]) else {
      throw IIODServerError.badFault(text)
    }
    try setFaults(faults, on: sides[1])
  }

  /// Clients that are connected now.
  package var connections: Int { channels.withLock { $0.count } }

  /// Closes every connection, as a pulled cable or a restarted server does; new ones are welcome.
  public func dropConnections() {
    let open = channels.withLock { Array($0.values) }
    for channel in open { channel.close(promise: nil) }
  }
}
