import HeadingGeodesy
public import HeadingGeometry

/// Finds stays: places where the device remained for five minutes or longer.
public struct VisitDetector: Sendable {
  /// A stay; an end that is `nil` is not known yet.
  public struct Stay: Sendable, Hashable {
    /// The middle of the places seen.
    public var coordinate: Coordinate

    /// The 68 % radius of the place, m.
    public var accuracy: Double

    /// Seconds when it began; `nil` if the device was there when it was first seen.
    public var arrival: Double?

    /// Seconds when it ended; `nil` while it lasts.
    public var departure: Double?

    /// Makes a stay that lasts.
    public init(coordinate: Coordinate, accuracy: Double, arrival: Double?) {
      self.coordinate = coordinate
      self.accuracy = accuracy
      self.arrival = arrival
    }
  }

  /// A stay lasts at least so long, s; less makes visits of traffic lights.
  public static let shortest = 300.0

  /// A stay keeps within this radius, m, or twice the accuracy where that is worse.
  public static let radius = 150.0

  private var stay: Stay?
  private var first: Double?
  private var latest = 0.0
  private var count = 0.0
  private var isReported = false
  private var hasMoved = false

  /// Makes a detector that has seen nothing yet.
  public init() {}

  /// Makes a detector that goes on with a stay that an earlier one has told and whose end is not known.
  ///
  /// - Parameters:
  ///   - stay: The stay. If the device is elsewhere now it ends at `time`: when that was noticed.
  ///   - time: Now, seconds on the same line as the stay's arrival.
  public init(goingOnWith stay: Stay, time: Double) {
    self.stay = stay
    first = time
    latest = time
    // Its middle is that of all the places of a stay.
    count = Self.shortest
    isReported = true
  }

  /// Takes a place.
  ///
  /// - Parameters:
  ///   - coordinate: The place.
  ///   - accuracy: Its 68 % radius, m.
  ///   - time: Seconds on any line that only runs forward.
  /// - Returns: A stay that has turned out to be one, without departure, or one that has ended.
  public mutating func take(_ coordinate: Coordinate, accuracy: Double, time: Double) -> Stay? {
    defer { latest = time }
    guard var current = stay, let first else {
      begin(at: coordinate, accuracy: accuracy, time: time)
      return nil
    }
    guard current.coordinate.distance(to: coordinate) <= max(Self.radius, 2 * accuracy) else {
      let wasReported = isReported
      current.departure = latest
      hasMoved = true
      begin(at: coordinate, accuracy: accuracy, time: time)
      return wasReported ? current : nil
    }
    include(coordinate, accuracy: accuracy)
    guard !isReported, time - first >= Self.shortest else { return nil }
    isReported = true
    return stay
  }

  private mutating func begin(at coordinate: Coordinate, accuracy: Double, time: Double) {
    stay = Stay(coordinate: coordinate, accuracy: accuracy, arrival: hasMoved ? time : nil)
    first = time
    count = 1
    isReported = false
  }

  /// Moves the middle towards a further place of the stay.
  private mutating func include(_ coordinate: Coordinate, accuracy: Double) {
    guard var current = stay else { return }
    count += 1
    let geodesic = Geodesic(from: current.coordinate, to: coordinate)
    if let end = current.coordinate.following(
      azimuth: geodesic.initialAzimuth, distance: geodesic.distance / count)
    {
      current.coordinate = end.coordinate
    }
    current.accuracy = min(current.accuracy, accuracy)
    stay = current
  }
}
