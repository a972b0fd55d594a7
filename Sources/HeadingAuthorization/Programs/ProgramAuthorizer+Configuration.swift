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
    let folder = ProcessInfo.processInfo.environment["STATE_DIRECTORY"]
    return (file ?? folder.map { $0 + "/authorization.json" }).map { URL(fileURLWithPath: $0) }
  }
}
