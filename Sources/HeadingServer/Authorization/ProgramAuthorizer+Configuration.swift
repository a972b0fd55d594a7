import Foundation
import HeadingLocationServices
import HeadingStorage
import Logging

extension ProgramAuthorizer {
  /// Creates the authorizer of a configuration; omitted settings keep their defaults.
  ///
  /// - Parameters:
  ///   - configuration: The section `authorization`.
  ///   - socket: The daemon's socket, passed to programs that it starts.
  ///   - logger: Receives warnings about unusable files.
  convenience init(
    _ configuration: AuthorizationConfiguration, socket: String?, logger: Logger
  ) {
    let folder = ProcessInfo.processInfo.environment["STATE_DIRECTORY"]
    let file = configuration.file ?? folder.map { $0 + "/authorization.json" }
    self.init(
      scope: configuration.programs.flatMap(Scope.init) ?? .announced,
      decisions: DecisionStore(
        file: file.map { URL(fileURLWithPath: $0) },
        administrator: URL(
          fileURLWithPath: configuration.policy ?? "/etc/headingd/authorization.json")
      ) { logger.warning("\($0)") })
    let manager =
      configuration.launch.map { SystemdLauncher.Manager(rawValue: $0) } ?? SystemdLauncher.usual
    monitoring = MonitoringService(
      authorizer: self, launcher: manager.map { SystemdLauncher(manager: $0, socket: socket) },
      file: file.map {
        URL(fileURLWithPath: $0).deletingLastPathComponent()
          .appendingPathComponent("monitoring.json")
      }
    ) { logger.warning("\($0)") }
  }
}
