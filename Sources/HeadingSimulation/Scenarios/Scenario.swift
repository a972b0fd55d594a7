public import HeadingGeometry
public import HeadingSensing

/// A named simulation: a board, a motion and a position.
public struct Scenario: Sendable, Hashable {
  /// The name.
  public let name: String

  /// One-line description.
  public let summary: String

  /// The sensor board.
  public var board: SimulatedBoard

  /// Motion of the board.
  public var trajectory: Trajectory

  /// Hard and soft iron of the board.
  public var iron: IronDistortion = .typical

  /// Initial position; default San Francisco, where the declination is 13°.
  public var coordinate: Coordinate = Self.sanFrancisco

  /// Height above mean sea level, m.
  public var altitude: Double = 52

  /// Seed of the noise.
  public var seed: UInt64 = 1

  /// The simulated board of the scenario.
  ///
  /// - Parameter time: The UTC at the start, for the magnetic model.
  /// - Returns: A board with the scenario's sensors, motion, iron, position and seed.
  public func hat(startingAt time: UniversalTime = Self.referenceTime) -> SimulatedHat {
    SimulatedHat(
      sensors: board.sensors, trajectory: trajectory, iron: iron, coordinate: coordinate,
      altitude: altitude, startTime: time, seed: seed)
  }

  /// Start of reproducible runs: 2026-07-01T00:00:00Z.
  public static let referenceTime = UniversalTime(year: 2026, month: 7, day: 1)

  static let sanFrancisco = Coordinate.clamped(latitude: 37.7749, longitude: -122.4194)
}
