import HeadingClock
import HeadingSensing
package import NIOCore
import NIOPosix
import Synchronization

/// Server of IIO devices for libiio clients at `ip:HOST:PORT`.
///
/// Implements the text protocol of libiio 0.24's iiod over any ``ServedDevices``. Invalid input ends
/// at most the client's own connection.
package final class DeviceServer: Sendable {
  /// iiod's port, the default of clients.
  package static let defaultPort = 30431

  /// Largest number of connections; further ones are closed at once.
  static let maximumConnections = 64

  /// What the clients set for all connections, as in iiod.
  struct Settings {
    /// Timeout of a buffer read, ms; 0 for none.
    var timeout = 2500
    /// Requested number of kernel buffers by device index.
    var buffersCounts: [Int: Int] = [:]
  }

  /// Decides whether a client is served, by the addresses of its end of the connection and of the
  /// server's; called once for each connection, on an event loop, which it must not block.
  package typealias Admission =
    @Sendable (_ client: SocketAddress?, _ server: SocketAddress?) -> Bool

  let settings = Mutex(Settings())
  private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])
  private let admits: Admission

  /// Creates a server.
  ///
  /// By default all clients are served.
  package init(admitting admits: @escaping Admission = { _, _ in true }) {
    self.admits = admits
  }

  // MARK: - Running

  /// Serves clients while `body` runs; closes all connections when it returns or throws.
  ///
  /// - Parameters:
  ///   - devices: The devices.
  ///   - host: The address to listen on.
  ///   - port: The port; 0 takes a free one.
  ///   - body: Receives the port.
  /// - Returns: What `body` returns.
  /// - Throws: ``DeviceServerError/cannotListen(host:port:reason:)``, and errors of `body`.
  package func serve<Result: Sendable>(
    _ devices: any ServedDevices, host: String = "127.0.0.1", port: Int = 0,
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
            do {
              // First, so that those who are refused take no place of others.
              guard self.admits(channel.remoteAddress, channel.localAddress) else {
                throw RemoteError.notPermitted
              }
              try self.register(channel)
            } catch {
              // NIO leaves a channel open whose initializer fails.
              channel.close(promise: nil)
              throw error
            }
            return channel
          }
        }
    } catch {
      throw DeviceServerError.cannotListen(host: host, port: port, reason: Self.reason(error))
    }
    let bound = listener.channel.localAddress?.port ?? port
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask(executorPreference: EventLoopExecutor(listener.channel.eventLoop)) {
        try await self.accept(on: listener, serving: devices)
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

  private func accept(
    on listener: NIOAsyncChannel<any Channel, Never>, serving devices: any ServedDevices
  ) async throws {
    try await listener.executeThenClose { clients in
      await withDiscardingTaskGroup { group in
        do {
          for try await client in clients {
            group.addTask(executorPreference: EventLoopExecutor(client.eventLoop)) {
              await self.talk(to: client, about: devices)
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
  private func register(_ channel: any Channel) throws {
    let key = ObjectIdentifier(channel)
    try channels.withLock { open in
      guard open.count < Self.maximumConnections else { throw RemoteError.busy }
      open[key] = channel
    }
    channel.closeFuture.whenComplete { _ in self.channels.withLock { $0[key] = nil } }
  }

  private func talk(to channel: any Channel, about devices: any ServedDevices) async {
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
          server: self, devices: devices, channel: channel, inbound: inbound, outbound: outbound)
        await connection.run()
      }
    } catch {
      channel.close(promise: nil)
    }
  }

  /// The present boottime, ns.
  func now() -> Int64 { SystemClock().bootTime.nanoseconds }

  /// Number of connected clients.
  package var connections: Int { channels.withLock { $0.count } }

  /// Closes every connection, as a restarted server does; accepts new ones.
  package func dropConnections() {
    let open = channels.withLock { Array($0.values) }
    for channel in open { channel.close(promise: nil) }
  }
}
