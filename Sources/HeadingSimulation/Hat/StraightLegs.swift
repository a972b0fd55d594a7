import HeadingGeometry
import RealModule

/// The path of a vehicle that drives straight on for a while, turns an eighth to the right, and so on.
enum StraightLegs {
  private static let speed = 8.0
  private static let straight = 12.0
  private static let radius = 30.0
  private static let turn = Double.pi / 4
  private static let period = straight + radius * turn / speed

  /// The place relative to the start, m, true ENU; the first leg goes north.
  static func displacement(at time: Double) -> Vector3 {
    let count = (time / period).rounded(.down)
    // Eight legs lead back to the start.
    let leg = (count - 8 * (count / 8).rounded(.down))
    var place = Vector3.zero
    for index in 0..<Int(leg) { place += turned(way(period), by: Double(index)) }
    return place + turned(way(time - count * period), by: leg)
  }

  /// Where a vehicle is on a leg that goes north, and its bend.
  private static func way(_ time: Double) -> Vector3 {
    guard time > straight else { return Vector3(0, speed * time, 0) }
    let angle = (time - straight) * speed / radius
    return Vector3(
      radius * (1 - Double.cos(angle)), speed * straight + radius * Double.sin(angle), 0)
  }

  private static func turned(_ way: Vector3, by legs: Double) -> Vector3 {
    let (sine, cosine) = (Double.sin(legs * turn), Double.cos(legs * turn))
    return Vector3(way.x * cosine + way.y * sine, way.y * cosine - way.x * sine, 0)
  }
}
