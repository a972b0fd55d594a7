import HeadingGeometry
import RealModule

/// Estimation of velocity from the specific force, and of angular rate from the field, for level
/// motion.
extension FieldData {
  /// Half of the window, s, over which headings are differenced to a rate: the heading of one
  /// reading is off by degrees.
  private static let reach = 1.5

  /// The mean direction of up in the body.
  var vertical: Vector3? {
    var sum = Vector3.zero
    for sample in samples { sum += sample.up ?? .zero }
    return sum.direction
  }

  /// Initial parameters from the circle that the horizontal field describes: |p|² = 2 p·c + k is
  /// linear in c and k.
  ///
  /// The accelerometer serves only to define the horizontal plane. Strength and inclination are
  /// kept where known; otherwise the strength is 1, and the inclination follows from the circle's
  /// radius with the smaller hard iron.
  func levelStart(_ parameters: FieldParameters, hasLocationUpdates: Bool) -> FieldParameters? {
    guard let vertical,
      let east = vertical.cross(abs(vertical.x) < 0.7 ? Vector3(1, 0, 0) : Vector3(0, 1, 0))
        .direction
    else { return nil }
    let north = vertical.cross(east)
    var middle = Vector3.zero
    for sample in samples { middle += sample.field / Double(samples.count) }
    var (sums, right) = (ClusterSums(count: 3, groups: 1), [0.0, 0.0, 0.0])
    for sample in samples {
      let point = sample.field - middle
      let (x, y) = (point.dot(east), point.dot(north))
      let row = [2 * x, 2 * y, 1]
      sums.add(row, own: nil, at: 0, group: 0, residual: 0, weight: 1)
      for k in 0..<3 { right[k] += row[k] * (x * x + y * y) }
    }
    guard let factor = sums.factor else { return nil }
    let solved = NormalEquations.backward(
      factor, NormalEquations.forward(factor, right, count: 3), count: 3)
    let (x, y) = (solved[0], solved[1])
    var result = parameters
    if !hasLocationUpdates {
      let radius = max(solved[2] + x * x + y * y, 0).squareRoot()
      result.logStrength = 0
      result.inclination =
        Double.acos(min(radius, 0.99)) * (middle.dot(vertical) < 0 ? 1 : -1)
    }
    result.offset = middle + east * x + north * y - vertical * result.field.z
    return result
  }

  /// Suspension roll in a bend as a fraction of the centripetal acceleration, 1σ; it acts like a
  /// velocity error.
  private static let suspensionRoll = 0.12
  /// The same for rates derived from the field, whose errors attenuate the regression slope (errors
  /// in variables).
  private static let attenuation = 0.7
  /// Smallest velocity that is accepted without a gyroscope, over standard gravity, s: 1 m/s.
  private static let least = 0.1
  /// Standard deviations by which a velocity must differ from zero if the rates are derived from
  /// the field.
  private static let significant = 4.0
  /// Velocity of what turns level, over standard gravity, s, 1σ per axis before the regression: 1 m/s.
  ///
  /// With a car's velocity as prior, circles turned by hand would be refused.
  private static let vehicleVelocity = 0.1
  /// Distance of the sensor from the axis of a turn on the spot, 1σ per axis, over standard gravity, s²:
  /// half a metre.
  private static let reachOfArm = 0.05
  /// Error of a gyroscope's rate as a share of the mean rate, 1σ: drift of its bias, wobble.
  private static let rateError = 0.01
  private static let blocks = 20

  /// Estimates the vehicle's velocity by regression of the force on the vertical rate, if no
  /// receiver measured it.
  ///
  /// In a circle the centripetal acceleration tilts the force by some degrees towards one side,
  /// which resembles cross-axis terms of the vertical axis. Changes of the rate at start and end
  /// identify it. The standard error is clustered in 20 blocks of time, because residuals are
  /// correlated.
  ///
  /// A gyroscope's errors are no changes of the rate (errors in variables). Of the rate's deviations
  /// from its mean only the reliability is kept, the share of their variance beyond that of the
  /// errors, here and in the fit (regression calibration: Carroll et al., Measurement Error in
  /// Nonlinear Models, 2006, chapter 4). At a constant rate it is zero: the velocity keeps its
  /// prior, and tilts the force like a bias of the accelerometer.
  mutating func estimateVelocity() {
    guard velocityDeviation == nil, hasUp, hasRate || hasDerivedRates else { return }
    var force = Vector3.zero
    for sample in samples { force += (sample.force ?? .zero) / Double(samples.count) }
    guard let vertical = force.direction else { return }
    let turns = samples.map { $0.rate.dot(vertical) }
    let mean = turns.reduce(0, +) / Double(turns.count)
    var (slope, square) = (Vector3.zero, 0.0)
    for (sample, turn) in zip(samples, turns) {
      slope += ((sample.force ?? .zero) - force) * (turn - mean)
      square += (turn - mean) * (turn - mean)
    }
    let prior = Self.vehicleVelocity * Self.vehicleVelocity
    let error = Self.noise(turns) + Self.rateError * Self.rateError * mean * mean
    let reliability = square > 0 ? max(0, 1 - error * Double(turns.count) / square) : 0
    // Nothing to regress on; without noise in the force the regression below would divide 0 by 0.
    if hasRate, reliability == 0 {
      for index in samples.indices { samples[index].turnError = turns[index] - mean }
      velocityDeviation = prior.squareRoot()
      return
    }
    guard square > 0 else { return }
    slope = (slope - vertical * slope.dot(vertical)) / square
    var scores = [Vector3](repeating: .zero, count: Self.blocks)
    var leverages = [Double](repeating: 0, count: Self.blocks)
    for (index, sample) in samples.enumerated() {
      let rest = (sample.force ?? .zero) - force - slope * (turns[index] - mean)
      let block = index * Self.blocks / samples.count
      scores[block] += rest * ((turns[index] - mean) / square)
      leverages[block] += (turns[index] - mean) * (turns[index] - mean) / square
    }
    var variance = 0.0
    for block in scores.indices {
      // Score of the block with its leverage removed (jackknife).
      let score = scores[block] / max(1 - leverages[block], 1e-3)
      variance += (score - vertical * score.dot(vertical)).squaredLength / 2
    }
    guard hasRate else {
      // With rates from the field, fast turns by hand resemble a slow vehicle's.
      let least = max(Self.least, Self.significant * variance.squareRoot())
      let found = slope.squaredLength
      guard found > least * least else {
        // The derived rates vary with the field's errors, not with the turn.
        for index in samples.indices { samples[index].turnError = turns[index] - mean }
        velocityDeviation = min(abs(mean) * Self.reachOfArm, Self.vehicleVelocity)
        return
      }
      for index in samples.indices { samples[index].velocity = slope.cross(vertical) }
      velocityDeviation = (variance + Self.attenuation * Self.attenuation * found).squareRoot()
      return
    }
    let total = variance + reliability * reliability * prior
    let found = slope * (reliability * prior / total)
    for index in samples.indices {
      samples[index].velocity = found.cross(vertical)
      samples[index].turnError = (turns[index] - mean) * (1 - reliability)
    }
    velocityDeviation =
      (prior * variance / total + Self.suspensionRoll * Self.suspensionRoll * found.squaredLength)
      .squareRoot()
  }

  /// Variance of the independent errors of evenly spaced values, from their second differences.
  private static func noise(_ values: [Double]) -> Double {
    guard values.count > 2 else { return 0 }
    var sum = 0.0
    for index in 1..<(values.count - 1) {
      let bend = values[index - 1] - 2 * values[index] + values[index + 1]
      sum += bend * bend / 6
    }
    return sum / Double(values.count - 2)
  }

  /// Derives each sample's angular rate from the heading of field and force, for a body that hardly
  /// tilts.
  ///
  /// - Parameter offset: The hard iron.
  mutating func deriveRates(about offset: Vector3) {
    guard !hasRate, hasUp, let vertical else { return }
    // Cumulative sums of time and unwrapped heading: differences of window means suppress the
    // reading noise.
    var (times, headings) = ([0.0], [0.0])
    var (last, turns) = (0.0, 0.0)
    for sample in samples {
      let east = (sample.field - offset).cross(sample.up ?? vertical)
      var heading = Double.atan2(y: -east.y, x: east.x)
      heading += ((last - heading) / (2 * .pi)).rounded() * 2 * .pi
      (last, turns) = (heading, turns + heading)
      headings.append(turns)
      times.append((times.last ?? 0) + sample.seconds)
    }
    func mean(_ sums: [Double], _ range: Range<Int>) -> Double {
      (sums[range.upperBound] - sums[range.lowerBound]) / Double(range.count)
    }
    var (first, end) = (0, 0)
    for index in samples.indices {
      let now = samples[index].seconds
      while now - samples[first].seconds > Self.reach { first += 1 }
      while end < samples.count, samples[end].seconds - now < Self.reach { end += 1 }
      guard first < index, index < end else { continue }
      let time = mean(times, index..<end) - mean(times, first..<index)
      guard time > Self.reach / 4 else { continue }
      let turn = mean(headings, index..<end) - mean(headings, first..<index)
      samples[index].rate = vertical * (turn / time)
      hasDerivedRates = true
    }
  }
}
