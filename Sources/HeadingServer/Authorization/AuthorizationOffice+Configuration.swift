import Foundation
import HeadingLocationServices
import HeadingStorage
import Logging

extension AuthorizationOffice {
  /// The office of a configuration; what it leaves out is as usual.
  convenience init(_ configuration: AuthorizationConfiguration, logger: Logger) {
    let folder = ProcessInfo.processInfo.environment["STATE_DIRECTORY"]
    let file = configuration.file ?? folder.map { $0 + "/authorization.json" }
    self.init(
      scope: configuration.programs.flatMap(Scope.init) ?? .announced,
      ledger: DecisionLedger(
        file: file.map { URL(fileURLWithPath: $0) },
        administrator: URL(
          fileURLWithPath: configuration.policy ?? "/etc/headingd/authorization.json")
      ) { logger.warning("\($0)") })
  }
}
