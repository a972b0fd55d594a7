import HeadingGeometry

/// Sees whether a vector stands still in the body: field or specific force, on the mean and against its own noise.
struct StillVector {
  /// What it may move by at rest besides its noise.
  let wander: Double

  private var mean = VectorLowPass()
  private var last: Vector3?
  /// Variance of one reading, a component.
  private var noise = 0.0
  /// Seconds between two fresh readings on the mean, and since the last one.
  private var spacing = 0.0
  private(set) var age = 0.0
  private var anchor: Vector3?

  /// Averaging time, s.
  private static let averaging = 1.0

  init(wander: Double) { self.wander = wander }

  /// Takes a reading; one that repeats the one before is none.
  mutating func update(_ sample: Vector3, interval: Double) {
    mean.update(sample, interval: interval, timeConstant: Self.averaging)
    guard sample != last else { return }
    if let last {
      // Readings of a vector that hardly turns differ by the noise of both.
      let share = min(1, age / 5)
      noise += ((sample - last).squaredLength / 6 - noise) * (noise == 0 ? 1 : share)
      spacing += (age - spacing) * (spacing == 0 ? 1 : share)
    }
    last = sample
    age = 0
  }

  /// Lets time pass, s.
  mutating func advance(by interval: Double) { age += interval }

  /// Whether there was a reading lately, so that the vector can say anything.
  var isHeard: Bool { last != nil && age < 2 }

  /// Looks from here on; the mean has to be one of a calm device.
  mutating func restart() { anchor = last == nil ? nil : mean.value }

  /// How far the vector has moved since the restart; `nil` where it says nothing.
  var change: Vector3? { isHeard ? anchor.map { mean.value - $0 } : nil }

  /// What it would have moved by if the device had turned, rad, body frame.
  func expected(turn: Vector3) -> Double { anchor.map { $0.cross(turn).length } ?? 0 }

  /// A movement that noise does not make: 5σ of the difference of two means.
  var limit: Double { 5 * (noise * min(1, spacing / Self.averaging)).squareRoot() + wander }

  /// The slowest turn, rad/s, that makes it move as fast as it does beyond its noise.
  var slowestTurn: Double {
    max(0, mean.rate.length - limit / Self.averaging / 2) / max(mean.value.length, wander)
  }

  /// How long it must have stood still, s, to exclude turns of a rate, rad/s, across so large a part of it.
  func patience(rate: Double, share: Double) -> Double {
    limit / (share * max(mean.value.length, wander) * rate)
  }
}
