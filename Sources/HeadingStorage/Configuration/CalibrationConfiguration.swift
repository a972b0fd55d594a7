/// Continuous calibration; the section `calibration`.
package struct CalibrationConfiguration: Sendable, Hashable {
  /// Use of a better calibration that is found during operation: `off`, `propose` or `apply`; `nil`
  /// is the default, `propose`.
  package var continuous: String?

  /// The default.
  package init() {}
}

extension CalibrationConfiguration {
  init(_ section: ConfigurationSection) {
    continuous = section.text("continuous") {
      ["off", "propose", "apply"].contains($0) ? nil : "'\($0)' is not off, propose or apply"
    }
  }
}
