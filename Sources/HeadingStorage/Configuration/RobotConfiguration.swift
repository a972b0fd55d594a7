/// The steer contract; the section `robot`.
///
/// A key that is missing is `nil`: the contract's default applies.
package struct RobotConfiguration: Sendable, Hashable {
  /// Guaranteed update rate, Hz.
  package var rate: Double?

  /// Age of the newest sample above which an update is late, s.
  package var deadline: Double?

  /// Longest coasting on the gyroscope alone, s.
  package var coastLimit: Double?

  /// Heading accuracy (68 %) above which the heading is degraded, degrees.
  package var degradedAbove: Double?

  /// Heading accuracy (68 %) above which a robot must stop, degrees.
  package var stopAbove: Double?

  /// Creates a section without keys.
  package init() {}
}

extension RobotConfiguration {
  init(_ section: ConfigurationSection) {
    rate = section.number("rate", 0.1...1000, "Hz")
    deadline = section.number("deadline", 0.001...60, "seconds")
    coastLimit = section.number("coast_limit", 0...3600, "seconds")
    degradedAbove = section.number("degraded_above", 0.1...180, "degrees")
    stopAbove = section.number("stop_above", 0.1...180, "degrees")
  }
}
