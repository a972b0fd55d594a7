import Glibc
import HeadingProtocol
import HeadingRuntime

/// Which updates one subscriber gets: not too often, and not before something has changed enough; a change of
/// `steer` at once.
struct UpdateFilter {
  /// Degrees that the heading must have turned; 0 for any.
  var heading = 0.0

  /// Metres that the place must have moved; 0 for any.
  var distance = 0.0

  /// Whether the subscriber may see the exact place; otherwise its moves, too, are none of its business.
  var seesPlace = true

  private var limit = RateLimit()
  private var last: SolutionMessage?
  private var steer: String?

  /// Updates a second at most; 0 for no limit.
  var rate: Double {
    get { limit.rate }
    set { limit.rate = newValue }
  }

  /// Whether every update passes.
  var isOpen: Bool { limit.rate == 0 && heading == 0 && distance == 0 }

  /// Whether the update is to be sent.
  mutating func admits(_ message: SolutionMessage) -> Bool {
    // A robot that asked for one update in five seconds has to stop at once.
    let isUrgent = steer.map { $0 != message.steer } ?? false
    guard isUrgent || (hasChanged(message) && limit.admits(message.bootTime)) else { return false }
    steer = message.steer
    if heading > 0 || distance > 0 { last = message }
    return true
  }

  /// With both filters either suffices; a change of status or steer always does.
  private func hasChanged(_ message: SolutionMessage) -> Bool {
    guard heading > 0 || distance > 0, let last else { return true }
    if message.status != last.status || message.steer != last.steer { return true }
    if heading > 0 {
      guard let new = message.magneticHeading, let old = last.magneticHeading else {
        return message.magneticHeading != last.magneticHeading
      }
      if abs(remainder(new - old, 360)) >= heading { return true }
    }
    if distance > 0, seesPlace {
      guard let place = Self.place(message), let old = Self.place(last) else {
        return (message.latitude == nil) != (last.latitude == nil)
      }
      // On a sphere and for small steps: a filter is no measurement.
      let degree = 111_195.0
      let east = remainder(place.longitude - old.longitude, 360) * cos(old.latitude * .pi / 180)
      let north = place.latitude - old.latitude
      if hypot(east, north) * degree >= distance { return true }
    }
    // Without the place there is nothing to filter by.
    return heading == 0 && !seesPlace
  }

  private static func place(
    _ message: SolutionMessage
  ) -> (latitude: Double, longitude: Double)? {
    guard let latitude = message.latitude, let longitude = message.longitude else { return nil }
    return (latitude, longitude)
  }
}
