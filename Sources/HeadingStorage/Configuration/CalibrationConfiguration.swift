/// How the service calibrates itself; the section `calibration`.
package struct CalibrationConfiguration: Sendable, Hashable {
  /// What becomes of a better calibration that is found while running: `off`, `propose` or `apply`;
  /// `nil` is the default, `propose`.
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
