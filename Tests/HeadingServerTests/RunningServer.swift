import Foundation
import Glibc
import HeadingAuthorization
import HeadingClient
import HeadingProtocol
import Logging

@testable import HeadingServer

/// A server in a folder of its own, listening when made and stopped by ``stop()``.
struct RunningServer {
  let server: HeadingServer
  let path: String
  let authorizer: ProgramAuthorizer?
  private let task: Task<Result<Void, HeadingServerError>, Never>

  var address: ServerAddress { .socket(path) }

  /// The folder of all sockets of this run; goes with the process.
  private static let folder: String = {
    atexit { try? FileManager.default.removeItem(atPath: RunningServer.folder) }
    return FileManager.default.temporaryDirectory.path + "/headingd-\(getpid())"
  }()

  /// A path for a socket in a new folder.
  static func newPath() throws -> String {
    let folder = Self.folder + "/\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder + "/s"
  }

  /// Starts a server and waits until it listens; it follows commands, and calibrates, if they are given.
  static func start(
    at path: String? = nil, logger: Logger = Logger(label: "headingd"),
    authorizer: ProgramAuthorizer? = nil, audit: AuditLog? = nil,
    recordings: (begin: @Sendable () -> Void, end: @Sendable () -> Void)? = nil,
    remote: RemoteEntrance? = nil, web: WebEntrance? = nil, commands: CommandHandler? = nil,
    _ change: (inout ServerSettings) -> Void = { _ in }
  ) async throws -> RunningServer {
    let path = try path ?? newPath()
    var settings = ServerSettings(socketPath: remote == nil && web == nil ? path : nil)
    settings.isRemote = remote != nil
    change(&settings)
    let server = HeadingServer(
      settings, logger: logger, audit: audit, authorizer: authorizer,
      calibrations: commands.map { CalibrationService($0) }, recordings: recordings, remote: remote,
      web: web
    ) { command, level, load in
      await commands?.answer(to: command, level: level, load: load)
        ?? .failure(CommandFailure(command, "this server follows no commands"))
    }
    let (ready, signal) = AsyncStream.makeStream(of: Void.self)
    let task = Task { () -> Result<Void, HeadingServerError> in
      defer { signal.finish() }
      do throws(HeadingServerError) {
        try await server.run { signal.yield() }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    for await _ in ready {
      return RunningServer(server: server, path: path, authorizer: authorizer, task: task)
    }
    try await task.value.get()
    throw CancellationError()
  }

  /// Stops the server and waits for its end.
  func stop() async {
    task.cancel()
    _ = await task.value
  }
}
