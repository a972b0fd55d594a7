/// What a navigation estimate was made from lately.
public struct NavigationSources: OptionSet, Sendable, Hashable {
  /// One bit a source.
  public let rawValue: UInt16

  /// Makes a set from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Positions of the satellite receiver.
  public static let fixPosition = NavigationSources(rawValue: 1 << 0)
  /// Velocities of the satellite receiver.
  public static let fixVelocity = NavigationSources(rawValue: 1 << 1)
  /// Gyroscope and accelerometer carry position and velocity.
  public static let inertial = NavigationSources(rawValue: 1 << 2)
  /// Pressure altitudes.
  public static let barometer = NavigationSources(rawValue: 1 << 3)
  /// Azimuths of the magnetic field.
  public static let magneticField = NavigationSources(rawValue: 1 << 4)
  /// The vehicle moves along its forward axis only.
  public static let forwardMotion = NavigationSources(rawValue: 1 << 5)
  /// The device is at rest.
  public static let rest = NavigationSources(rawValue: 1 << 6)
  /// A heading from elsewhere: two antennas.
  public static let externalHeading = NavigationSources(rawValue: 1 << 7)
  /// Nobody has said that the vehicle moves along its forward axis only; its motion has shown it.
  public static let forwardMotionLearnt = NavigationSources(rawValue: 1 << 8)

  /// Every source with its name on the wire.
  public static let catalogue: [(source: NavigationSources, name: String)] = [
    (.fixPosition, "gnss_position"), (.fixVelocity, "gnss_velocity"), (.inertial, "inertial"),
    (.barometer, "barometer"), (.magneticField, "magnetic_field"),
    (.forwardMotion, "forward_motion"), (.rest, "rest"), (.externalHeading, "external_heading"),
    (.forwardMotionLearnt, "forward_motion_learnt"),
  ]

  /// The names of the sources in the set, in the order of ``catalogue``.
  public var names: [String] {
    Self.catalogue.compactMap { contains($0.source) ? $0.name : nil }
  }
}
