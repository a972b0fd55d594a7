import Glibc
public import HeadingGeometry

/// Blurs places to some kilometres, as a user who granted reduced accuracy wants it.
///
/// A place becomes the middle of its cell, 0.05° from south to north and about as wide, and stays it for
/// a quarter of an hour: when the device passes from cell to cell would tell where it is.
public struct CoarsePlace: Sendable {
  /// The 68 % radius that a blurred place claims, m.
  public static let accuracy = 5000.0

  /// Seconds that a cell is kept.
  public static let patience = 900.0

  private static let rows = 0.05

  private var kept: (cell: Coordinate, time: Double)?

  /// Makes a blur that has seen nothing yet.
  public init() {}

  /// The middle of a place's cell; the middle of a cell is its own.
  public static func cell(of place: Coordinate) -> Coordinate {
    let latitude = min(90, ((place.latitude / rows).rounded(.down) + 0.5) * rows)
    // As many degrees of longitude as make about the same length there.
    let columns = rows / max(0.01, cos(latitude * .pi / 180))
    let longitude = ((place.longitude / columns).rounded(.down) + 0.5) * columns
    return Coordinate(latitude: latitude, longitude: longitude.remainder(dividingBy: 360)) ?? place
  }

  /// The blurred place at a time.
  ///
  /// - Parameters:
  ///   - place: Where the device is.
  ///   - time: Seconds on any line that only runs forward.
  /// - Returns: The middle of the cell, and whether it was looked up anew.
  public mutating func take(
    _ place: Coordinate, time: Double
  ) -> (cell: Coordinate, isNew: Bool) {
    if let kept, (0..<Self.patience).contains(time - kept.time) { return (kept.cell, false) }
    let cell = Self.cell(of: place)
    kept = (cell, time)
    return (cell, true)
  }
}
