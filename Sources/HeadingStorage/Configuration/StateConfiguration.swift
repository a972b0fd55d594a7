/// The saved state of the service; the section `state`.
package struct StateConfiguration: Sendable, Hashable {
  /// The file; `nil` for `state.json` in systemd's `$STATE_DIRECTORY`, and none without that.
  package var file: String?

  /// The default.
  package init() {}
}

extension StateConfiguration {
  init(_ section: ConfigurationSection) {
    file = section.text("file") { $0.hasPrefix("/") ? nil : "'\($0)' is not an absolute path" }
  }
}
