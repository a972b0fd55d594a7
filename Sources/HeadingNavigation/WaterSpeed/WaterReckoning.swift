import HeadingGeometry
import RealModule

/// Dead reckoning by heading and speed through the water: a Kalman filter of seven states.
///
/// The velocity over ground is v = k u f(ψ) + ℓ r + c: the reading u along the horizontal forward
/// direction f, times its factor k, the leeway ℓ to the right r, and the current c. With fixes it
/// learns k, ℓ and c; without them it integrates v. ``Navigator`` decides which; the inertial
/// filter is never corrected by it.
struct WaterReckoning: Sendable {
  /// What drives the reckoning during an interval.
  struct Drive {
    /// Speed through the water as the log reads it, m/s.
    var speed = 0.0

    /// Horizontal unit vector of the forward axis, true east and north.
    var forward = SIMD2(0.0, 1.0)

    /// 1σ of the heading, rad.
    var headingDeviation = 0.0

    /// Whether the log is not used: its speed is an old one.
    var isHeld = false
  }

  private static let size = 7
  private static let (current, factor, leeway, heading) = (2, 4, 5, 6)

  /// 1σ of an unknown current per axis, m/s, and its correlation time, s.
  private static let currentPrior = 0.5
  private static let currentTime = 3600.0

  /// 1σ of a sudden change of the current, which cannot be told from one of the log, m/s per axis.
  private static let currentChange = 0.15

  /// 1σ of the factor of an unknown log, of one that was found to be wrong, its random walk, 1/√s,
  /// and that of a speed that is held.
  private static let factorPrior = 0.15
  private static let wrongFactor = 0.7
  private static let factorWalk = 0.004
  private static let heldWalk = 0.035

  /// 1σ of the leeway, m/s, and its correlation time, s.
  private static let leewayPrior = 0.15
  private static let leewayTime = 100.0

  /// Correlation time of the heading's error, s.
  private static let headingTime = 100.0

  /// Way since ``begin()``, m, east and north.
  var way = SIMD2<Double>.zero

  /// Current, m/s, east and north.
  var current = SIMD2<Double>.zero

  /// Speed through the water over the log's reading.
  var factor = 1.0

  /// Speed through the water to the right, m/s.
  var leeway = 0.0

  /// Error of the heading, rad, clockwise.
  var headingError = 0.0

  private var covariance = InlineArray<49, Double>(repeating: 0)

  /// Makes a reckoning that knows nothing of log and water.
  init() {
    for axis in 0..<2 { self[Self.current + axis, Self.current + axis] = square(Self.currentPrior) }
    self[Self.leeway, Self.leeway] = square(Self.leewayPrior)
    self[Self.factor, Self.factor] = square(Self.factorPrior)
  }

  subscript(row: Int, column: Int) -> Double {
    get { covariance[row * Self.size + column] }
    set { covariance[row * Self.size + column] = newValue }
  }

  /// Sum of the variances of the way along both axes, m².
  var wayVariance: Double { max(self[0, 0] + self[1, 1], 0) }

  /// 1σ of the factor.
  var factorDeviation: Double { max(self[Self.factor, Self.factor], 0).squareRoot() }

  /// Starts a new way.
  mutating func begin() {
    way = .zero
    for row in 0..<2 {
      for column in 0..<Self.size {
        self[row, column] = 0
        self[column, row] = 0
      }
    }
  }

  /// Resets the factor: the log was found to be another one, or the current has changed.
  mutating func forgetLog() {
    factor = 1
    for index in 0..<Self.size {
      self[Self.factor, index] = 0
      self[index, Self.factor] = 0
    }
    self[Self.factor, Self.factor] = square(Self.wrongFactor)
    doubtCurrent(by: square(Self.currentChange))
  }

  /// Adds a variance per axis, m²/s², to the current: something unknown changed `time` s ago.
  mutating func doubtCurrent(by variance: Double, since time: Double = 0) {
    for axis in 0..<2 {
      let current = Self.current + axis
      self[current, current] += variance
      self[axis, current] += variance * time
      self[current, axis] += variance * time
      self[axis, axis] += variance * time * time
    }
  }

  /// Velocity over ground, m/s, east and north.
  func velocity(_ drive: Drive) -> SIMD2<Double> {
    let right = Self.right(of: drive.forward)
    let ahead = drive.forward + right * headingError
    return ahead * (factor * drive.speed) + right * leeway + current
  }

  /// Mean variance of ``velocity(_:)`` per axis, m²/s².
  func velocityVariance(_ drive: Drive) -> Double {
    let right = Self.right(of: drive.forward)
    var sum = 0.0
    for axis in 0..<2 {
      let row = row(
        axis, ahead: drive.forward * drive.speed, across: right * drive.speed, right: right)
      sum += product(row).variance
    }
    return sum / 2
  }

  /// Integrates the way over an interval, s; `noise`: density of a white velocity error, m²/s.
  mutating func advance(_ drive: Drive, by interval: Double, noise: Double) {
    way += velocity(drive) * interval
    let right = Self.right(of: drive.forward)
    let reading = drive.forward * drive.speed
    for axis in 0..<2 {
      let row = row(axis, ahead: reading, across: right * drive.speed, right: right)
      var column = InlineArray<7, Double>(repeating: 0)
      for index in 0..<Self.size {
        for inner in Self.current..<Self.size {
          column[index] += self[index, inner] * row[inner]
        }
      }
      var variance = 0.0
      for inner in Self.current..<Self.size { variance += row[inner] * column[inner] }
      // The other axis of the way is part of the columns; its own change follows in its turn.
      let own = self[axis, axis] + 2 * interval * column[axis] + interval * interval * variance
      for index in 0..<Self.size where index != axis {
        self[axis, index] += interval * column[index]
        self[index, axis] = self[axis, index]
      }
      self[axis, axis] = own + noise * interval
    }
    fade(drive, by: interval)
  }

  /// Propagates the slow errors over an interval, s.
  mutating func fade(_ drive: Drive, by interval: Double) {
    let flow = Double.exp(-interval / Self.currentTime)
    for axis in 0..<2 {
      fade(Self.current + axis, factor: flow, variance: square(Self.currentPrior))
    }
    current *= flow
    let drift = Double.exp(-interval / Self.leewayTime)
    fade(Self.leeway, factor: drift, variance: square(Self.leewayPrior))
    leeway *= drift
    let turn = Double.exp(-interval / Self.headingTime)
    fade(Self.heading, factor: turn, variance: square(drive.headingDeviation))
    headingError *= turn
    let walk = drive.isHeld ? Self.heldWalk : Self.factorWalk
    self[Self.factor, Self.factor] += square(walk) * interval
  }

  private mutating func fade(_ index: Int, factor: Double, variance: Double) {
    for other in 0..<Self.size {
      self[index, other] *= factor
      self[other, index] *= factor
    }
    self[index, index] += (1 - factor * factor) * variance
  }

  /// Learns from the velocity over ground of the inertial filter with fixes.
  ///
  /// - Parameters:
  ///   - means: Means over a block.
  ///   - noise: Variance of the mean velocity per axis, m²/s².
  ///   - limit: Largest normalized square of a pair of innovations that is used.
  /// - Returns: The normalized square of the innovations, and their square beyond the modelled one
  ///   of the states, m²/s², per axis.
  mutating func learn(_ means: WaterBlock, noise: Double, limit: Double)
    -> (normalized: Double, excess: Double)
  {
    let predicted =
      (means.ahead + means.across * headingError) * factor + means.right * leeway + current
    let residual = means.velocity - predicted
    let east = row(0, ahead: means.ahead, across: means.across, right: means.right)
    let north = row(1, ahead: means.ahead, across: means.across, right: means.right)
    let (first, second) = (product(east), product(north))
    var both = 0.0
    for index in 0..<Self.size { both += east[index] * second.column[index] }
    let (a, b) = (first.variance + noise, second.variance + noise)
    let determinant = a * b - both * both
    let normalized =
      (residual.x * residual.x * b - 2 * residual.x * residual.y * both
        + residual.y * residual.y * a) / determinant
    let excess =
      ((residual * residual).sum() - first.variance - second.variance) / 2
    guard normalized < limit else { return (normalized, excess) }
    correct(first, residual: residual.x, noise: noise)
    let rest =
      means.velocity.y
      - ((means.ahead.y + means.across.y * headingError) * factor + means.right.y * leeway
        + current.y)
    correct(product(north), residual: rest, noise: noise)
    return (normalized, excess)
  }

  private mutating func correct(
    _ innovation: (column: InlineArray<7, Double>, variance: Double), residual: Double,
    noise: Double
  ) {
    let total = innovation.variance + noise
    let share = residual / total
    current += SIMD2(innovation.column[2], innovation.column[3]) * share
    way += SIMD2(innovation.column[0], innovation.column[1]) * share
    factor += innovation.column[Self.factor] * share
    leeway += innovation.column[Self.leeway] * share
    headingError += innovation.column[Self.heading] * share
    for row in 0..<Self.size {
      for column in 0..<Self.size {
        self[row, column] -= innovation.column[row] * innovation.column[column] / total
      }
    }
  }

  /// Derivatives of the velocity along an axis.
  func row(
    _ axis: Int, ahead: SIMD2<Double>, across: SIMD2<Double>, right: SIMD2<Double>
  ) -> InlineArray<7, Double> {
    var row = InlineArray<7, Double>(repeating: 0)
    row[Self.current + axis] = 1
    row[Self.factor] = ahead[axis] + across[axis] * headingError
    row[Self.leeway] = right[axis]
    row[Self.heading] = across[axis] * factor
    return row
  }

  private func product(_ row: InlineArray<7, Double>)
    -> (column: InlineArray<7, Double>, variance: Double)
  {
    var column = InlineArray<7, Double>(repeating: 0)
    var variance = 0.0
    for index in 0..<Self.size {
      for inner in 0..<Self.size { column[index] += self[index, inner] * row[inner] }
      variance += row[index] * column[index]
    }
    return (column, variance)
  }

  /// The horizontal unit vector to the right of another.
  static func right(of forward: SIMD2<Double>) -> SIMD2<Double> { SIMD2(forward.y, -forward.x) }
}

/// Means of reading and velocity over a block of seconds.
struct WaterBlock: Sendable {
  /// Reading along the forward direction, m/s, east and north.
  var ahead = SIMD2<Double>.zero

  /// Reading along the direction to the right, m/s: derivative of `ahead` by the heading.
  var across = SIMD2<Double>.zero

  /// Direction to the right.
  var right = SIMD2<Double>.zero

  /// Velocity over ground, m/s.
  var velocity = SIMD2<Double>.zero

  /// Length, s.
  var interval = 0.0

  /// Adds an interval, s.
  mutating func add(
    _ drive: WaterReckoning.Drive, velocity: SIMD2<Double>, interval: Double
  ) {
    let right = WaterReckoning.right(of: drive.forward)
    ahead += drive.forward * (drive.speed * interval)
    across += right * (drive.speed * interval)
    self.right += right * interval
    self.velocity += velocity * interval
    self.interval += interval
  }

  /// The means, after the sums.
  var means: WaterBlock {
    var result = self
    result.ahead /= interval
    result.across /= interval
    result.right /= interval
    result.velocity /= interval
    return result
  }
}

private func square(_ value: Double) -> Double { value * value }
