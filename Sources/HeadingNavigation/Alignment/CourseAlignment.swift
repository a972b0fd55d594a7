import HeadingGeometry
import HeadingSensing
import RealModule

/// Initial heading alignment from the course of a vehicle that is configured to move forward.
///
/// Receivers hold an old course while a vehicle stands or creeps. The course is therefore used only
/// after its changes have agreed with those of the gyroscope for some seconds.
struct CourseAlignment: Sendable {
  /// 1σ of the correction, rad.
  private(set) var deviation = Double.pi

  private var first: (time: BootTime, difference: Double)?
  private var last: BootTime?
  private var sum = 0.0
  private var count = 0.0

  /// Minimum time for which course and gyroscope must agree, s.
  private static let shortest = 3.0

  /// Fixes further apart than this, s, are not consecutive.
  private static let longestPause = 3.0

  /// Tolerated difference between course and gyroscope changes beyond the course noise, rad: side
  /// slip, and a receiver that lags in a turn.
  private static let slip = 0.15

  /// Remaining 1σ error of an accepted course, rad: mount misalignment and side slip.
  private static let least = 0.07

  /// Processes the course of a fix.
  ///
  /// - Parameters:
  ///   - difference: Course minus the heading propagated by the gyroscope, rad.
  ///   - noise: 1σ of the course, rad.
  ///   - time: Time of validity.
  /// - Returns: The clockwise heading correction, rad; `nil` while it is unknown.
  mutating func update(_ difference: Double, noise: Double, at time: BootTime) -> Double? {
    defer { last = time }
    guard let first, let last, time.seconds(since: last) < Self.longestPause else {
      begin(difference, at: time)
      return nil
    }
    let change = Angle(radians: difference - first.difference).normalized.radians
    guard abs(change) < Self.slip + 2 * noise else {
      begin(difference, at: time)
      return nil
    }
    sum += change
    count += 1
    guard time.seconds(since: first.time) >= Self.shortest else { return nil }
    deviation = (noise * noise + Self.least * Self.least).squareRoot()
    return first.difference + sum / (count + 1)
  }

  private mutating func begin(_ difference: Double, at time: BootTime) {
    self = CourseAlignment()
    first = (time, difference)
  }
}
