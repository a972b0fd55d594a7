import FoundationEssentials

/// Where place names come from; the section `geocoder`, which programs with Core Location read.
package struct GeocoderConfiguration: Sendable, Hashable {
  /// The file of a machine, which headingd reads too.
  package static let file = "/etc/headingd/headingd.yaml"

  /// A server of Nominatim's interface, `https://nominatim.example.org`; `nil` for the gazetteer.
  package var url: String?

  /// The file of the gazetteer; `nil` for the first one of the search path.
  package var gazetteer: String?

  /// Creates the default: the gazetteer of the search path.
  package init() {}

  /// Reads the section of a file, whose other sections are not looked at.
  ///
  /// - Parameters:
  ///   - path: The file, as of the service; the defaults if there is none.
  ///   - environment: The environment, whose `HEADINGD_GEOCODER_…` variables override values.
  /// - Throws: A ``ConfigurationError`` with all problems of the section.
  package init(
    contentsOf path: String, environment: [String: String]
  ) throws(ConfigurationError) {
    let isThere = FileManager.default.fileExists(atPath: path)
    (self, _) = try ConfigurationFile.read(
      yaml: isThere ? ConfigurationFile.text(path) : "", path: path,
      prefix: ServiceConfiguration.environmentPrefix, environment: environment
    ) { root in
      root.ignoreUnknownKeys()
      return root.section("geocoder") { Self($0) }
    }
  }
}

extension GeocoderConfiguration {
  init(_ section: ConfigurationSection) {
    url = section.text("url") { text in
      let url = URL(string: text)
      let isServer =
        ["http", "https"].contains(url?.scheme) && url?.host?.isEmpty == false
        && url?.query == nil && url?.fragment == nil
      return isServer ? nil : "'\(text)' is no address such as https://nominatim.example.org"
    }
    gazetteer = section.text("gazetteer") {
      $0.hasPrefix("/") ? nil : "'\($0)' is not an absolute path"
    }
  }
}
