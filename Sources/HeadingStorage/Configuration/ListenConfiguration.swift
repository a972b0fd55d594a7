/// Sockets and connection limit of the service; the section `listen`.
package struct ListenConfiguration: Sendable, Hashable {
  /// Path of the Unix socket; `nil` for the default.
  package var socket: String?

  /// TCP port on 127.0.0.1; `nil` for none.
  package var port: Int?

  /// Group that may connect besides the user; `nil` for `headingd`.
  package var group: String?

  /// Largest number of simultaneous connections; `nil` for the server's default.
  package var subscribers: Int?

  /// The port for other machines; `nil` for none.
  package var tcp: RemoteConfiguration?

  /// Creates the defaults.
  package init() {}
}

extension ListenConfiguration {
  init(_ section: ConfigurationSection) {
    socket = section.text("socket") { text in
      guard text.hasPrefix("/") else { return "'\(text)' is not an absolute path" }
      return text.utf8.count > 90 ? "is longer than 90 bytes" : nil
    }
    port = section.integer("port", 1...65_535)
    group = section.text("group")
    subscribers = section.integer("subscribers", 1...100_000)
    tcp = section.section("tcp") { RemoteConfiguration($0) }
  }
}
