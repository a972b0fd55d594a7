import FoundationEssentials
import HeadingProtocol
import NIOCore
import NIOPosix

/// A connection to a daemon; dropping the last reference closes it.
final class ClientConnection: Sendable {
  // Bridges a short pause of the reader; a slower reader gets the newest lines. A recording, which
  // must be complete, bridges some seconds, at 3 kB a line.
  private static func queueLength(_ opening: Opening) -> Int { opening.isRecording ? 2048 : 64 }

  let lines: AsyncThrowingStream<ServerLine, any Error>
  private let channel: any Channel

  private init(
    channel: any Channel, lines: AsyncThrowingStream<ServerLine, any Error>
  ) {
    self.channel = channel
    self.lines = lines
  }

  deinit { close() }

  /// Ends the connection.
  func close() { channel.close(promise: nil) }

  /// Sends a command beside that which the connection began with.
  func send(_ command: Command) {
    guard let line = try? MessageCoder().line(command) else { return }
    channel.writeAndFlush(ByteBuffer(bytes: line), promise: nil)
  }

  /// Sends a request beside that which the connection began with.
  func send(_ request: Request) {
    guard let line = try? MessageCoder().line(request) else { return }
    channel.writeAndFlush(ByteBuffer(bytes: line), promise: nil)
  }

  /// Connects; the first line is sent after the greeting.
  static func open(
    _ address: ServerAddress, security: ConnectionSecurity, opening: Opening, timeout: Duration?
  ) async throws -> ClientConnection {
    let credentials = try ClientCredentials(security, for: address)
    let (lines, output) = AsyncThrowingStream.makeStream(
      of: ServerLine.self, bufferingPolicy: .bufferingNewest(queueLength(opening)))
    let firstLine: Data?
    do { firstLine = try opening.line(MessageCoder()) } catch {
      // JSON has no notation for NaN and infinity.
      let reason = "a number in it is not finite"
      guard case .command(let command) = opening else {
        throw HeadingClientError.refused(address, reason: reason)
      }
      throw HeadingClientError.notFollowed(
        address, command: command.name.rawValue, reason: reason)
    }
    let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connectTimeout(.seconds(3))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if let handler = try credentials.transport?.handler(serverName: serverName(address)) {
            try channel.pipeline.syncOperations.addHandler(handler)
          }
          try channel.pipeline.syncOperations.addHandler(
            ClientHandler(
              address: address, credentials: credentials, request: firstLine, timeout: timeout,
              output: output))
        }
      }
    let channel =
      switch address {
      case .socket(let path): try await bootstrap.connect(unixDomainSocketPath: path).get()
      case .host(let host, let port):
        try await bootstrap
          .channelOption(.tcpOption(.tcp_nodelay), value: 1)
          .connect(host: host, port: port).get()
      }
    output.onTermination = { _ in channel.close(promise: nil) }
    return ClientConnection(channel: channel, lines: lines)
  }

  /// The name that the server's certificate must have; `nil` for an address, which it must have then.
  private static func serverName(_ address: ServerAddress) -> String? {
    guard case .host(let host, _) = address else { return nil }
    return (try? SocketAddress(ipAddress: host, port: 0)) == nil && !host.contains("%") ? host : nil
  }
}
