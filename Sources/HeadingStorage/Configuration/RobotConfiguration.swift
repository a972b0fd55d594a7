/// What a robot that steers by the heading is promised; the section `robot`.
///
/// `nil` is the default.
package struct RobotConfiguration: Sendable, Hashable {
  /// Updates a second that are guaranteed.
  package var rate: Double?

  /// Seconds from the newest sample beyond which an update is late.
  package var deadline: Double?

  /// Seconds that the gyroscope alone may hold the heading.
  package var coastLimit: Double?

  /// Degrees of the 68 % bound above which a heading is called degraded.
  package var degradedAbove: Double?

  /// The defaults.
  package init() {}
}

extension RobotConfiguration {
  init(_ section: ConfigurationSection) {
    rate = section.number("rate", 0.1...1000, "Hz")
    deadline = section.number("deadline", 0.001...60, "seconds")
    coastLimit = section.number("coast_limit", 0...3600, "seconds")
    degradedAbove = section.number("degraded_above", 0.1...180, "degrees")
  }
}
