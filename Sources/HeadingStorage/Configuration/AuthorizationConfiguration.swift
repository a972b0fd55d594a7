/// Which programs need their user's location authorization, and where decisions are stored; the
/// section `authorization`.
package struct AuthorizationConfiguration: Sendable, Hashable {
  /// `announced`: programs that declare to be location clients; `everyone`: every client.
  package var programs: String?

  /// File of the decisions; `nil` for `authorization.json` in systemd's `$STATE_DIRECTORY`, and in
  /// `$XDG_STATE_HOME/headingd` or `~/.local/state/headingd` without that.
  package var file: String?

  /// The administrator's file; `nil` for `/etc/headingd/authorization.json`.
  package var policy: String?

  /// Systemd instance that starts programs: `user`, `system` or `none`; `nil` for automatic.
  package var launch: String?

  /// Creates the defaults.
  package init() {}
}

extension AuthorizationConfiguration {
  init(_ section: ConfigurationSection) {
    func path(_ key: String) -> String? {
      section.text(key) { $0.hasPrefix("/") ? nil : "'\($0)' is not an absolute path" }
    }
    programs = section.choice("programs", of: ["announced", "everyone"])
    launch = section.choice("launch", of: ["user", "system", "none"])
    file = path("file")
    policy = path("policy")
  }
}
