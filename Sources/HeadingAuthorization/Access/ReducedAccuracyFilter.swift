import Glibc
public import HeadingGeometry

/// Reduces the accuracy of positions to a few kilometres, for programs with reduced accuracy.
///
/// A position becomes the centre of its grid cell, 0.05° of latitude and about as wide, and stays
/// fixed for 15 minutes: the times of cell crossings would reveal the exact position.
public struct ReducedAccuracyFilter: Sendable {
  /// The stated accuracy (68 %) of a reduced position, m.
  public static let accuracy = 5000.0

  /// Time for which a cell is held, s.
  public static let holdTime = 900.0

  private static let rows = 0.05

  private var kept: (cell: Coordinate, time: Double)?

  /// Creates a filter without positions.
  public init() {}

  /// Returns the centre of a position's cell; the centre of a cell maps to itself.
  public static func cell(of place: Coordinate) -> Coordinate {
    let latitude = min(90, ((place.latitude / rows).rounded(.down) + 0.5) * rows)
    // Degrees of longitude of about the same length at this latitude.
    let columns = rows / max(0.01, cos(latitude * .pi / 180))
    let longitude = ((place.longitude / columns).rounded(.down) + 0.5) * columns
    return Coordinate(latitude: latitude, longitude: longitude.remainder(dividingBy: 360)) ?? place
  }

  /// Returns the reduced position at a time.
  ///
  /// - Parameters:
  ///   - place: The exact position.
  ///   - time: Time on a monotonic scale, s.
  /// - Returns: The centre of the cell, and whether the cell was determined anew.
  public mutating func take(
    _ place: Coordinate, time: Double
  ) -> (cell: Coordinate, isNew: Bool) {
    if let kept, (0..<Self.holdTime).contains(time - kept.time) { return (kept.cell, false) }
    let cell = Self.cell(of: place)
    kept = (cell, time)
    return (cell, true)
  }
}
