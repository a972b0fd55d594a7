import FoundationEssentials
import HeadingProtocol
import Synchronization

/// A connection to a daemon; dropping the last reference closes it.
final class ClientConnection: Sendable {
  // Bridges a short pause of the reader; a slower reader gets the newest lines. A recording, which
  // must be complete, bridges some seconds, at 3 kB a line.
  private static func queueLength(_ opening: Opening) -> Int { opening.isRecording ? 2048 : 64 }

  let lines: AsyncThrowingStream<ServerLine, any Error>
  private let channel: any ClientChannel

  private init(
    channel: any ClientChannel, lines: AsyncThrowingStream<ServerLine, any Error>
  ) {
    self.channel = channel
    self.lines = lines
  }

  deinit { close() }

  /// Ends the connection.
  func close() { channel.close() }

  /// Sends a command beside that which the connection began with.
  func send(_ command: Command) {
    guard let line = try? MessageCoder().line(command) else { return }
    channel.send(Array(line))
  }

  /// Sends a request beside that which the connection began with.
  func send(_ request: Request) {
    guard let line = try? MessageCoder().line(request) else { return }
    channel.send(Array(line))
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
    let attempt = Attempt()
    return try await withTaskCancellationHandler {
      try await attempt.wait {
        let start = ClientSession.Start(
          address: address, credentials: credentials, request: firstLine, timeout: timeout,
          output: output, isOpen: { attempt.end($0) })
        let makeSession = { @Sendable in ClientSession(start, on: $0) }
        let channel =
          credentials.transport?.connect(to: address, makeSession)
          ?? SocketTransport().connect(to: address, makeSession)
        output.onTermination = { _ in channel.close() }
        return channel
      }
      guard let channel = attempt.channel else { throw CancellationError() }
      return ClientConnection(channel: channel, lines: lines)
    } onCancel: {
      attempt.cancel()
    }
  }

  /// A connection that is being made.
  private final class Attempt: Sendable {
    private struct State {
      var channel: (any ClientChannel)?
      var waiting: CheckedContinuation<Void, any Error>?
      var result: Result<Void, any Error>?
      var isCancelled = false
    }

    private let state = Mutex(State())

    var channel: (any ClientChannel)? { state.withLock { $0.channel } }

    /// Connects, and waits until the connection is made.
    func wait(_ connect: () -> any ClientChannel) async throws {
      let channel = connect()
      let isCancelled = state.withLock { state in
        state.channel = channel
        return state.isCancelled
      }
      if isCancelled { channel.close() }
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state in
          if state.result == nil { state.waiting = continuation }
          return state.result
        }
        if let result { continuation.resume(with: result) }
      }
    }

    /// The connection is made, or was not.
    func end(_ error: HeadingClientError?) {
      let result: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
      let waiting = state.withLock { state in
        defer { state.waiting = nil }
        if state.result == nil { state.result = result }
        return state.waiting
      }
      waiting?.resume(with: result)
    }

    func cancel() {
      let channel = state.withLock { state in
        state.isCancelled = true
        return state.channel
      }
      channel?.close()
    }
  }
}
