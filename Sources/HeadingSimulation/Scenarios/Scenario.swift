public import HeadingGeometry
public import HeadingSensing

/// A simulation that has a name: a board, a motion and a place.
public struct Scenario: Sendable, Hashable {
  /// The name it is asked for by.
  public let name: String

  /// One line for people.
  public let summary: String

  /// The chips.
  public var board: SimulatedBoard

  /// How the hat moves.
  public var trajectory: Trajectory

  /// Iron of the hat.
  public var iron: IronDistortion = .typical

  /// Where the hat starts; San Francisco, where true and magnetic north are 13° apart, unless asked.
  public var coordinate: Coordinate = Self.sanFrancisco

  /// Height above mean sea level, m.
  public var altitude: Double = 52

  /// Distinguishes the noise of one run from that of another.
  public var seed: UInt64 = 1

  /// The hat of the scenario.
  ///
  /// - Parameter time: The UTC at the start; it decides the magnetic field.
  /// - Returns: A hat with the scenario's board, motion, iron, place and seed.
  public func hat(startingAt time: UniversalTime = Self.referenceTime) -> SimulatedHat {
    SimulatedHat(
      sensors: board.sensors, trajectory: trajectory, iron: iron, coordinate: coordinate,
      altitude: altitude, startTime: time, seed: seed)
  }

  /// The start of runs that must come out the same on every day: 2026-07-01T00:00:00Z.
  public static let referenceTime = UniversalTime(year: 2026, month: 7, day: 1)

  static let sanFrancisco = Coordinate.clamped(latitude: 37.7749, longitude: -122.4194)
}
