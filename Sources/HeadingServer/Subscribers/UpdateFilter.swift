import Glibc
import HeadingProtocol
import HeadingRuntime

/// Filter of one subscriber's updates by rate and by change; a change of `steer` passes at once.
struct UpdateFilter {
  /// Smallest change of heading, °; 0 for any.
  var heading = 0.0

  /// Smallest change of position, m; 0 for any.
  var distance = 0.0

  /// Whether the subscriber may see the exact position; else its changes must not affect the
  /// output.
  var seesPlace = true

  private var limit = RateLimit()
  private var last: SolutionMessage?
  private var steer: String?

  /// Largest rate, updates per second; 0 for no limit.
  var rate: Double {
    get { limit.rate }
    set { limit.rate = newValue }
  }

  /// Whether every update passes.
  var isOpen: Bool { limit.rate == 0 && heading == 0 && distance == 0 }

  /// Whether the filter passes an update.
  mutating func admits(_ message: SolutionMessage) -> Bool {
    // A robot with a low rate has to receive `stop` at once.
    let isUrgent = steer.map { $0 != message.steer } ?? false
    guard isUrgent || (hasChanged(message) && limit.admits(message.bootTime)) else { return false }
    steer = message.steer
    if heading > 0 || distance > 0 { last = message }
    return true
  }

  /// With both thresholds either one suffices; a change of status or steer always passes.
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
      // Spherical, for small steps: exact enough for a threshold.
      let degree = 111_195.0
      let east = remainder(place.longitude - old.longitude, 360) * cos(old.latitude * .pi / 180)
      let north = place.latitude - old.latitude
      if hypot(east, north) * degree >= distance { return true }
    }
    // Without the position there is nothing to filter by.
    return heading == 0 && !seesPlace
  }

  private static func place(
    _ message: SolutionMessage
  ) -> (latitude: Double, longitude: Double)? {
    guard let latitude = message.latitude, let longitude = message.longitude else { return nil }
    return (latitude, longitude)
  }
}
