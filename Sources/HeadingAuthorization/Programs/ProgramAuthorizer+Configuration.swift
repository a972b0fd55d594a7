package import FoundationEssentials
package import HeadingStorage

extension ProgramAuthorizer {
  /// Creates the authorizer of a configuration; omitted settings keep their defaults.
  ///
  /// - Parameters:
  ///   - configuration: The section `authorization`.
  ///   - complain: Receives problems with the files, a sentence each.
  package convenience init(
    _ configuration: AuthorizationConfiguration, complain: @escaping @Sendable (String) -> Void
  ) {
    self.init(
      scope: configuration.programs.flatMap(Scope.init) ?? .announced,
      decisions: DecisionStore(
        file: configuration.decisionFile,
        administrator: URL(
          fileURLWithPath: configuration.policy ?? "/etc/headingd/authorization.json"),
        complain: complain))
  }
}

extension AuthorizationConfiguration {
  /// The file of the decisions; `nil` keeps them in memory only.
  package var decisionFile: URL? {
    decisionFile(environment: ProcessInfo.processInfo.environment)
  }

  /// The file of the decisions in an environment; `nil` keeps them in memory only.
  ///
  /// Without a configured one it is in systemd's `$STATE_DIRECTORY`, else, in a daemon that was
  /// started by hand, in `$XDG_STATE_HOME/headingd` or `~/.local/state/headingd`.
  package func decisionFile(environment: [String: String]) -> URL? {
    if let file { return URL(fileURLWithPath: file) }
    // Relative paths are ignored, as the specification of XDG demands.
    func folder(_ name: String, _ rest: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 + rest : nil }
    }
    let state =
      folder("STATE_DIRECTORY", "") ?? folder("XDG_STATE_HOME", "/headingd")
      ?? folder("HOME", "/.local/state/headingd")
    return state.map { URL(fileURLWithPath: $0 + "/authorization.json") }
  }
}
