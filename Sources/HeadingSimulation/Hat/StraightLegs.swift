import HeadingGeometry
import RealModule

/// Path of straight legs with a right turn of 45° between them.
enum StraightLegs {
  private static let speed = 8.0
  private static let straight = 12.0
  private static let radius = 30.0
  private static let turn = Double.pi / 4
  private static let period = straight + radius * turn / speed

  /// Displacement from the start, m, true ENU; the first leg goes north.
  static func displacement(at time: Double) -> Vector3 {
    let count = (time / period).rounded(.down)
    // Eight legs return to the start.
    let leg = (count - 8 * (count / 8).rounded(.down))
    var place = Vector3.zero
    for index in 0..<Int(leg) { place += turned(way(period), by: Double(index)) }
    return place + turned(way(time - count * period), by: leg)
  }

  /// Displacement on a northward leg and the turn after it, m.
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
