import Foundation
import HeadingGeodesy
public import HeadingGeometry
import HeadingMarkup

/// Simulated positions: one position, or the points of a GPX file with their times.
public struct SimulatedRoute: Sendable, Hashable {
  /// A point of the route.
  public struct Point: Sendable, Hashable {
    /// Where.
    public var coordinate: Coordinate

    /// Height above mean sea level, m; `nil` if the route does not say.
    public var altitude: Double?

    /// Seconds since the start.
    public var time: Double
  }

  /// Simulated state of motion at a time.
  public struct State: Sendable, Hashable {
    /// Where.
    public var coordinate: Coordinate

    /// Height above mean sea level, m.
    public var altitude: Double?

    /// Speed over ground, m/s.
    public var speed = 0.0

    /// Direction of motion; `nil` at rest.
    public var course: Angle?
  }

  /// Largest number of points read from a file; about a day at 1 Hz.
  private static let maximumCount = 100_000

  /// The points in order of time; at least one.
  public let points: [Point]

  /// Parses `LATITUDE,LONGITUDE` or `LATITUDE,LONGITUDE,ALTITUDE`; `nil` if it is invalid.
  public init?(place text: String) {
    let parts = text.split(separator: ",").map {
      Double($0.trimmingCharacters(in: .whitespaces)) ?? .nan
    }
    guard parts.count == 2 || parts.count == 3,
      let coordinate = Coordinate(latitude: parts[0], longitude: parts[1]),
      parts.count == 2 || parts[2].isFinite
    else { return nil }
    points = [
      Point(coordinate: coordinate, altitude: parts.count == 3 ? parts[2] : nil, time: 0)
    ]
  }

  /// Parses the way points and track points of a GPX file in order; `nil` if there are none.
  ///
  /// A point without time, or not later than its predecessor, follows it by one second.
  public init?(gpx text: String) {
    var points: [Point] = []
    var scanner = MarkupScanner(text)
    var current: Point?
    var start: Double?
    var date: Double?
    while let tag = scanner.next(), points.count < Self.maximumCount {
      switch (tag.name, tag.isEnd) {
      case ("wpt", false), ("trkpt", false), ("rtept", false):
        date = nil
        current = nil
        if let latitude = tag.attributes["lat"].flatMap(Double.init),
          let longitude = tag.attributes["lon"].flatMap(Double.init),
          let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        {
          current = Point(coordinate: coordinate, time: 0)
          // Added at the start tag, because an empty element has no end tag; child elements
          // complete it.
          points.append(Self.timed(Point(coordinate: coordinate, time: 0), after: points, nil))
        }
      case ("ele", false):
        guard current != nil, !points.isEmpty else { continue }
        let text = scanner.text().trimmingCharacters(in: .whitespacesAndNewlines)
        points[points.count - 1].altitude = Double(text).flatMap { $0.isFinite ? $0 : nil }
      case ("time", false):
        guard current != nil, !points.isEmpty else { continue }
        date = Self.seconds(scanner.text().trimmingCharacters(in: .whitespacesAndNewlines))
        if start == nil { start = date.map { $0 - points[points.count - 1].time } }
        let point = points.removeLast()
        let offset = date.flatMap { date in start.map { date - $0 } }
        points.append(Self.timed(point, after: points, offset))
      case ("wpt", true), ("trkpt", true), ("rtept", true): current = nil
      default: continue
      }
    }
    guard !points.isEmpty else { return nil }
    self.points = points
  }

  private static func timed(_ point: Point, after points: [Point], _ time: Double?) -> Point {
    var point = point
    let last = points.last?.time
    point.time = last.map { $0 + 1 } ?? 0
    if let time, time > last ?? -1 { point.time = time }
    return point
  }

  private static func seconds(_ text: String) -> Double? {
    let whole = try? Date(text, strategy: .iso8601)
    let parted = try? Date(
      text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    return (whole ?? parted)?.timeIntervalSince1970
  }

  /// Time from the first point to the last, s.
  public var duration: Double { points.last?.time ?? 0 }

  /// Returns the state at a time after the start, s: interpolated on the geodesic between points,
  /// and held at the first and last point outside.
  public func state(at time: Double) -> State {
    let next = points.firstIndex { $0.time > time } ?? points.count
    let from = points[max(0, next - 1)]
    guard next > 0, next < points.count else {
      return State(coordinate: from.coordinate, altitude: from.altitude)
    }
    let to = points[next]
    let geodesic = Geodesic(from: from.coordinate, to: to.coordinate)
    let part = (time - from.time) / (to.time - from.time)
    let place = from.coordinate.following(
      azimuth: geodesic.initialAzimuth, distance: part * geodesic.distance)
    var state = State(coordinate: place?.coordinate ?? from.coordinate)
    if part == 0 { state.coordinate = from.coordinate }
    state.altitude = from.altitude
    if let low = from.altitude, let high = to.altitude {
      state.altitude = low + part * (high - low)
    }
    state.speed = geodesic.distance / (to.time - from.time)
    if geodesic.distance > 0 { state.course = geodesic.initialAzimuth }
    return state
  }
}
