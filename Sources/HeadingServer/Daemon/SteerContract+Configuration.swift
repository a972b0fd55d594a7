import HeadingGeometry
import HeadingRuntime
import HeadingStorage

extension SteerContract {
  /// Creates the steer contract of a configuration; omitted settings keep their defaults.
  init(_ configuration: RobotConfiguration) {
    self.init()
    if let rate = configuration.rate { self.rate = rate }
    if let deadline = configuration.deadline { self.deadline = deadline }
    if let limit = configuration.coastLimit { coastLimit = limit }
    if let degrees = configuration.degradedAbove { degradedAbove = Angle(degrees: degrees) }
    if let degrees = configuration.stopAbove { stopAbove = Angle(degrees: degrees) }
  }
}
