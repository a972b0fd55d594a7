/// Measurement sources that a navigation estimate has used recently.
public struct NavigationSources: OptionSet, Sendable, Hashable {
  /// One bit per source.
  public let rawValue: UInt16

  /// Makes a set from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Positions of the GNSS receiver.
  public static let fixPosition = NavigationSources(rawValue: 1 << 0)
  /// Velocities of the GNSS receiver.
  public static let fixVelocity = NavigationSources(rawValue: 1 << 1)
  /// Gyroscope and accelerometer propagate position and velocity.
  public static let inertial = NavigationSources(rawValue: 1 << 2)
  /// Pressure altitudes.
  public static let barometer = NavigationSources(rawValue: 1 << 3)
  /// Azimuths of the magnetic field.
  public static let magneticField = NavigationSources(rawValue: 1 << 4)
  /// Non-holonomic constraint: the vehicle moves along its forward axis only.
  public static let forwardMotion = NavigationSources(rawValue: 1 << 5)
  /// Zero-velocity updates.
  public static let rest = NavigationSources(rawValue: 1 << 6)
  /// Heading of a dual antenna.
  public static let externalHeading = NavigationSources(rawValue: 1 << 7)
  /// The non-holonomic constraint is active because the motion was detected, not configured.
  public static let forwardMotionLearnt = NavigationSources(rawValue: 1 << 8)
  /// Speeds through the water carry the position, without fixes.
  public static let waterSpeed = NavigationSources(rawValue: 1 << 9)

  /// All sources with their names in the protocol.
  public static let catalogue: [(source: NavigationSources, name: String)] = [
    (.fixPosition, "gnss_position"), (.fixVelocity, "gnss_velocity"), (.inertial, "inertial"),
    (.barometer, "barometer"), (.magneticField, "magnetic_field"),
    (.forwardMotion, "forward_motion"), (.rest, "rest"), (.externalHeading, "external_heading"),
    (.forwardMotionLearnt, "forward_motion_learnt"), (.waterSpeed, "water_speed"),
  ]

  /// The names of the sources in the set, in the order of ``catalogue``.
  public var names: [String] {
    Self.catalogue.compactMap { contains($0.source) ? $0.name : nil }
  }
}
