/// Logging; the section `log`.
package struct LogConfiguration: Sendable, Hashable {
  /// The levels, least important first.
  package static let levels = ["trace", "debug", "info", "notice", "warning", "error", "critical"]

  /// The least important level that is written, one of ``levels``.
  package var level = "info"

  /// Creates the defaults.
  package init() {}
}

extension LogConfiguration {
  init(_ section: ConfigurationSection) {
    if let level = section.choice("level", of: Self.levels) { self.level = level }
  }
}
