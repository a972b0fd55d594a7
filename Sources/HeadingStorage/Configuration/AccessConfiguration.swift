/// Access rights of peers; the section `access`.
///
/// `nil` is the default. A peer is named `user:NAME`, `user:UID`, `group:NAME`, `group:GID` or
/// `everyone`.
package struct AccessConfiguration: Sendable, Hashable {
  /// Peers that may send commands, such as another calibration.
  package var control: [String]?

  /// Peers with all data.
  package var full: [String]?

  /// Peers with the position reduced to a few kilometres.
  package var reduced: [String]?

  /// Peers with heading, but without position.
  package var heading: [String]?

  /// Data of TCP peers, whose identity is unknown: `full`, `reduced`, `heading` or `none`.
  package var tcp: String?

  /// Data of clients of other machines: `control`, `full`, `reduced` or `heading`.
  package var remote: String?

  /// Creates the defaults.
  package init() {}
}

extension AccessConfiguration {
  init(_ section: ConfigurationSection) {
    func peers(_ key: String) -> [String]? {
      section.texts(key) { text in
        Self.isPeer(text) ? nil : "'\(text)' is not user:NAME, group:NAME or everyone"
      }
    }
    control = peers("control")
    full = peers("full")
    reduced = peers("reduced")
    heading = peers("heading")
    tcp = section.choice("tcp", of: ["full", "reduced", "heading", "none"])
    remote = section.choice("remote", of: ["control", "full", "reduced", "heading"])
  }

  private static func isPeer(_ text: String) -> Bool {
    if text == "everyone" { return true }
    for kind in ["user:", "group:"] where text.hasPrefix(kind) && text.count > kind.count {
      return !text.contains(where: \.isWhitespace)
    }
    return false
  }
}
