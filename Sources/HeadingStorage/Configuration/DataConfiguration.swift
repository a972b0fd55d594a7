/// Models and their folder; the section `data`.
package struct DataConfiguration: Sendable, Hashable {
  /// A folder of model files; `nil` for the default search path.
  package var folder: String?

  /// `wmm2025`, `wmmhr2025`, `igrf14` or the path of a .COF file; `nil` for `wmm2025`.
  package var model: String?

  /// Creates the defaults.
  package init() {}
}

extension DataConfiguration {
  init(_ section: ConfigurationSection) {
    folder = section.text("folder") { $0.hasPrefix("/") ? nil : "'\($0)' is not an absolute path" }
    model = section.text("model")
  }
}
