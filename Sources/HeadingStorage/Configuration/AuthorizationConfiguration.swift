/// Which programs are judged by what their users have decided, and where that is kept; the section
/// `authorization`.
package struct AuthorizationConfiguration: Sendable, Hashable {
  /// `announced`: programs that say that they are location programs; `everyone`: every client.
  package var programs: String?

  /// The file of decisions; `nil` for `authorization.json` in systemd's `$STATE_DIRECTORY`, and in
  /// memory only without that.
  package var file: String?

  /// The administrator's file; `nil` for `/etc/headingd/authorization.json`.
  package var policy: String?

  /// Whose units programs are started as: `user`, `system` or `none`; `nil` for what the daemon can do.
  package var launch: String?

  /// The defaults.
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
