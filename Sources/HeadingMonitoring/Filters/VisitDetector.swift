import HeadingGeodesy
public import HeadingGeometry

/// Detects stays of five minutes or longer at one position.
public struct VisitDetector: Sendable {
  /// A stay; the departure is `nil` until it is known.
  public struct Stay: Sendable, Hashable {
    /// Mean of the positions.
    public var coordinate: Coordinate

    /// Best 68 % radius of the positions, m.
    public var accuracy: Double

    /// Time of arrival, s; `nil` if the device was already there at the first position.
    public var arrival: Double?

    /// Time of departure, s; `nil` while the stay lasts.
    public var departure: Double?

    /// Creates a stay without departure.
    public init(coordinate: Coordinate, accuracy: Double, arrival: Double?) {
      self.coordinate = coordinate
      self.accuracy = accuracy
      self.arrival = arrival
    }
  }

  /// Shortest stay, s; a smaller value reports stops at traffic lights.
  public static let shortest = 300.0

  /// Radius of a stay, m; twice the accuracy where that is larger.
  public static let radius = 150.0

  private var stay: Stay?
  private var first: Double?
  private var latest = 0.0
  private var count = 0.0
  private var isReported = false
  private var hasMoved = false

  /// Creates a detector without positions.
  public init() {}

  /// Creates a detector that continues a reported stay without departure.
  ///
  /// - Parameters:
  ///   - stay: The stay. If the device has left, the departure is `time`, when that is detected.
  ///   - time: The current time, s, on the scale of the stay's arrival.
  public init(continuing stay: Stay, time: Double) {
    self.stay = stay
    first = time
    latest = time
    // Weight of the stay's mean: about one position per second.
    count = Self.shortest
    isReported = true
  }

  /// Processes a position.
  ///
  /// - Parameters:
  ///   - coordinate: The position.
  ///   - accuracy: Its 68 % radius, m.
  ///   - time: Time on a monotonic scale, s.
  /// - Returns: A newly confirmed stay, without departure, or a stay that has ended.
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

  /// Includes a further position in the stay's mean.
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
