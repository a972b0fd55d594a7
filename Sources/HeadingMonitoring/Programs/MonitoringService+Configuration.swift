import FoundationEssentials
package import HeadingAuthorization
package import HeadingStorage

extension MonitoringService {
  /// Creates the service of a configuration; omitted settings keep their defaults.
  ///
  /// - Parameters:
  ///   - configuration: The section `authorization`.
  ///   - authorizer: The authorization of the programs.
  ///   - socket: The daemon's socket, passed to programs that it starts.
  ///   - complain: Receives problems with the file and with starts, a sentence each.
  package convenience init(
    _ configuration: AuthorizationConfiguration, authorizer: ProgramAuthorizer, socket: String?,
    complain: @escaping @Sendable (String) -> Void
  ) {
    let manager =
      configuration.launch.map { SystemdLauncher.Manager(rawValue: $0) } ?? SystemdLauncher.usual
    self.init(
      authorizer: authorizer,
      launcher: manager.map { SystemdLauncher(manager: $0, socket: socket) },
      file: configuration.decisionFile?.deletingLastPathComponent()
        .appendingPathComponent("monitoring.json"), complain: complain)
  }
}
