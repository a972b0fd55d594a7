/// Who may see and do what; the section `access`.
///
/// `nil` is the default. A peer is named `user:NAME`, `user:UID`, `group:NAME`, `group:GID` or `everyone`.
package struct AccessConfiguration: Sendable, Hashable {
  /// Who may give orders, such as another calibration.
  package var control: [String]?

  /// Who sees everything.
  package var full: [String]?

  /// Who sees the place to a few kilometres only.
  package var reduced: [String]?

  /// Who sees the heading, but no place.
  package var heading: [String]?

  /// What a peer over TCP sees, of which nothing is known: `full`, `reduced`, `heading` or `none`.
  package var tcp: String?

  /// The defaults.
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
  }

  private static func isPeer(_ text: String) -> Bool {
    if text == "everyone" { return true }
    for kind in ["user:", "group:"] where text.hasPrefix(kind) && text.count > kind.count {
      return !text.contains(where: \.isWhitespace)
    }
    return false
  }
}
