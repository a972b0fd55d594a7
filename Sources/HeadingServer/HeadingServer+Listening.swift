import Glibc
import HeadingAuthorization
import HeadingStorage
import Logging
import NIOCore
import NIOPosix
import NIOSSL

/// Sockets of a server, and the pipelines of the clients that connect to them.
extension HeadingServer {
  /// TCP_USER_TIMEOUT of linux/tcp.h.
  private static let userTimeout = NIOBSDSocket.Option(rawValue: 18)

  /// Time without progress after which the kernel closes a connection to another machine, ms: small
  /// values cut clients off in a bad network, large ones keep places of machines that are gone.
  private static let longestStall: SocketOptionValue = 60_000

  private func bootstrap(_ hub: NIOLoopBound<SubscriberHub>) -> ServerBootstrap {
    let (settings, logger, accounts, remote) = (settings, logger, accounts, remote)
    return ServerBootstrap(group: eventLoop, childGroup: eventLoop)
      // The kernel's maximum, so that a burst of connections does not lock out other clients.
      .serverChannelOption(.backlog, value: SOMAXCONN)
      .serverChannelInitializer { $0.pipeline.addHandler(AcceptPause()) }
      // A half-closed client, such as `socat -u` or `nc </dev/null`, still reads.
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.socketOption(.so_sndbuf), value: settings.sendBuffer)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 4096, high: 16_384))
      .childChannelInitializer { channel in
        Self.credentials(of: channel).flatMap { credentials in
          if let refusal = hub.value.admit(channel, credentials) {
            Self.tell(refusal, to: channel)
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
          }
          return accounts.level(of: credentials, on: channel.eventLoop).map { ($0, credentials) }
        }.flatMapThrowing { (level: AccessLevel?, credentials: PeerCredentials?) in
          if let credentials {
            logger.debug(
              "a client connected",
              metadata: [
                "pid": "\(credentials.process)", "uid": "\(credentials.user)",
                "program": "\(credentials.executable ?? "?")",
                "access": "\(level.map { "\($0)" } ?? "not known in time")",
              ])
          }
          // Without the prefix of IPv4 on a socket of IPv6.
          let address = remote.map { _ in
            (channel.remoteAddress?.ipAddress ?? "?").replacing("::ffff:", with: "")
          }
          if let remote, let address {
            let proofs = remote.credentials
            if let tls = proofs.tls {
              try channel.pipeline.syncOperations.addHandlers([
                EncryptionCheck(), NIOSSLServerHandler(context: tls),
                GateHandler(hub: hub.value, credentials: proofs, peer: address),
              ])
            }
          }
          try channel.pipeline.syncOperations.addHandler(
            SubscriberHandler(
              hub: hub.value, level: level, credentials: credentials, address: address))
        }
      }
  }

  /// Writes a line directly to the socket of a rejected peer, as far as its empty send buffer takes
  /// it.
  static func tell(_ line: ByteBuffer, to channel: any Channel) {
    try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable {
      (socket: NIOBSDSocket.Handle) in
      _ = unsafe line.withUnsafeReadableBytes { bytes in
        unsafe Glibc.send(socket, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
    }
  }

  /// Returns the peer credentials from the kernel; `nil` for TCP.
  private static func credentials(
    of channel: any Channel
  ) -> EventLoopFuture<PeerCredentials?> {
    guard channel.localAddress?.protocol == .unix,
      let provider = channel as? any SocketOptionProvider
    else { return channel.eventLoop.makeSucceededFuture(nil) }
    return provider.unsafeGetSocketOption(
      level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED)
    ).map { (credentials: PeerCredentials) in credentials }
  }

  func listen(
    socket: SocketFile, hub: NIOLoopBound<SubscriberHub>
  ) async throws(HeadingServerError) -> any Channel {
    do {
      return try await bootstrap(hub).bind(unixDomainSocketPath: socket.temporaryPath).get()
    } catch {
      throw .socketFailed(path: socket.path, reason: Self.reason(error))
    }
  }

  func listen(
    inherited descriptor: CInt, hub: NIOLoopBound<SubscriberHub>
  ) async throws(HeadingServerError) -> any Channel {
    let own = dup(descriptor)
    do {
      return try await bootstrap(hub).withBoundSocket(own).get()
    } catch {
      _ = Glibc.close(own)
      throw .inheritedFailed(reason: Self.reason(error))
    }
  }

  func listen(
    port: Int, hub: NIOLoopBound<SubscriberHub>
  ) async throws(HeadingServerError) -> any Channel {
    do {
      return try await bootstrap(hub)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .bind(host: "127.0.0.1", port: port).get()
    } catch {
      throw .portFailed(address: "127.0.0.1", port: port, reason: Self.reason(error))
    }
  }

  func listen(
    remote: RemoteEntrance, hub: NIOLoopBound<SubscriberHub>
  ) async throws(HeadingServerError) -> any Channel {
    let (address, port) = (remote.configuration.address, remote.configuration.port)
    do {
      return try await bootstrap(hub)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelOption(.tcpOption(Self.userTimeout), value: Self.longestStall)
        .bind(to: try SocketAddress(ipAddress: address, port: port)).get()
    } catch {
      throw .portFailed(address: address, port: port, reason: Self.reason(error))
    }
  }

  static func reason(_ error: any Error) -> String {
    guard let failure = error as? IOError else { return "\(error)" }
    if failure.errnoCode == EADDRINUSE {
      return "another program listens there (`ss -ltnp` shows which)"
    }
    return FileReason.text(errno: failure.errnoCode)
  }
}
