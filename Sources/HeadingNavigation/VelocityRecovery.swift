import HeadingSensing
import RealModule

/// Decides whether a velocity that contradicts the estimate is to be believed after all: by the receiver's own places.
///
/// A receiver whose velocity is right has moved by its integral. Velocities are summed beside the way between
/// the fixes until that way can tell whose is right.
struct VelocityRecovery: Sendable {
  private var first: (time: BootTime, latitude: Double, longitude: Double)?
  private var last: BootTime?

  /// The way by the receiver's velocity and by the estimate's since the first, m, east and north.
  private var claimed = SIMD2<Double>.zero
  private var own = SIMD2<Double>.zero

  /// Velocities that are further apart do not follow one another, s.
  private static let longestPause = 3.0

  /// The ways must be apart by so many standard deviations, and seen for so long, s: half of it is the chance of
  /// an error.
  private static let significance = 8.0
  private static let shortest = 1.0

  /// Whether velocities are being refused.
  var isRefusing: Bool { first != nil }

  /// Takes note of a refused velocity; true if it is to be believed now.
  ///
  /// - Parameters:
  ///   - velocity: The receiver's, m/s, east and north.
  ///   - fix: Its fix.
  ///   - estimate: The estimate's velocity.
  ///   - whiteShare: Share of the variance of the fix's error that is white.
  ///   - fading: Time in which the other share changes, s.
  ///   - patience: How long undecided ones are refused, s.
  /// - Returns: Whether the velocity is to be believed now.
  mutating func refuse(
    _ velocity: SIMD2<Double>, of fix: borrowing FixMeasurement, own estimate: SIMD2<Double>,
    whiteShare: Double, fading: Double, patience: Double
  ) -> Bool {
    let (time, latitude, longitude) = (fix.time, fix.latitude, fix.longitude)
    if let last, time.seconds(since: last) > Self.longestPause { forget() }
    guard let first, let last else {
      first = (time, latitude, longitude)
      last = time
      return false
    }
    let interval = time.seconds(since: last)
    self.last = time
    claimed += velocity * interval
    own += estimate * interval
    let elapsed = time.seconds(since: first.time)
    let radii = EarthRadii(latitude: latitude, height: 0)
    let way = SIMD2(
      (longitude - first.longitude) * radii.east, (latitude - first.latitude) * radii.north)
    let white = min(whiteShare, 1)
    let share = white + (1 - white) * (1 - Double.exp(-2 * elapsed / fading))
    let spread = fix.deviation * (2 * share).squareRoot()
    let isDecided =
      elapsed >= Self.shortest && Self.length(claimed - own) > Self.significance * spread
    guard isDecided || elapsed >= patience else { return false }
    if Self.length(way - claimed) > Self.length(way - own) {
      // The receiver contradicts itself; from here on it is watched anew.
      self.first = (time, latitude, longitude)
      claimed = .zero
      own = .zero
      return false
    }
    forget()
    return true
  }

  /// A velocity agreed with the estimate.
  mutating func forget() {
    first = nil
    last = nil
    claimed = .zero
    own = .zero
  }

  private static func length(_ vector: SIMD2<Double>) -> Double {
    (vector * vector).sum().squareRoot()
  }
}
