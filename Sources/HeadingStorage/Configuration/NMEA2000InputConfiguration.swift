/// A network of NMEA 2000 that is read; the section `nmea2000`.
package struct NMEA2000InputConfiguration: Sendable, Hashable {
  /// The CAN interface, such as `can0`; `nil` reads none.
  package var from: String?

  /// Whether positions are used, in place of gpsd's; `nil` for true.
  package var usesPosition: Bool?

  /// Whether speeds through the water are used; `nil` for true.
  package var usesWaterSpeed: Bool?

  /// 68 % error of the magnetic headings, degrees; `nil` uses none.
  package var magneticHeadingAccuracy: Double?

  /// 68 % error of the true headings, degrees; `nil` uses none.
  package var trueHeadingAccuracy: Double?

  /// Range of the accuracies, degrees.
  package static let accuracies = 0.05...45

  /// Creates the defaults: nothing is read.
  package init() {}

  /// Whether positions of a network are used.
  package var replacesReceiver: Bool { from != nil && usesPosition != false }

  /// What is wrong with the name of an interface; `nil` for nothing.
  package static func complaint(_ name: String) -> String? {
    // IFNAMSIZ − 1.
    !name.isEmpty && name.utf8.count <= 15 && !name.contains("/") && !name.contains(" ")
      ? nil : "'\(name)' is not the name of a network interface, such as can0"
  }
}

extension NMEA2000InputConfiguration {
  init(_ section: ConfigurationSection) {
    from = section.text("from") { Self.complaint($0) }
    usesPosition = section.flag("position")
    usesWaterSpeed = section.flag("water_speed")
    magneticHeadingAccuracy = section.number(
      "magnetic_heading_accuracy", Self.accuracies, "degrees")
    trueHeadingAccuracy = section.number("true_heading_accuracy", Self.accuracies, "degrees")
    let keys = ["position", "water_speed", "magnetic_heading_accuracy", "true_heading_accuracy"]
    for key in keys where section.has(key) {
      if from == nil, !section.has("from") {
        section.problem(key, "is of no use without nmea2000.from")
      }
    }
  }
}
