import HeadingGeometry
import HeadingSensing
import RealModule

/// The heading from the course, for a vehicle of which the user says that it moves forward.
///
/// Receivers hold an old course while a vehicle stands or creeps: a course is believed once it and the
/// gyroscope have gone together for some seconds.
struct CourseAlignment: Sendable {
  /// 1σ of the correction, rad.
  private(set) var deviation = Double.pi

  private var first: (time: BootTime, difference: Double)?
  private var last: BootTime?
  private var sum = 0.0
  private var count = 0.0

  /// Course and gyroscope must have agreed for so long, s.
  private static let shortest = 3.0

  /// Fixes further apart than this, s, do not follow one another.
  private static let longestPause = 3.0

  /// How far they may part meanwhile beside the course's noise, rad: slip, and a receiver that lags in a turn.
  private static let slip = 0.15

  /// What is off in a course that agreed: the mount and the same slip, rad.
  private static let least = 0.07

  /// Takes a course that is worth something.
  ///
  /// - Parameters:
  ///   - difference: Course less the heading that the gyroscope carries, rad.
  ///   - noise: 1σ of the course, rad.
  ///   - time: Its moment.
  /// - Returns: How far the heading is to be turned clockwise, rad; `nil` until that is known.
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
