import HeadingGeometry
import HeadingSensing
import RealModule

/// The rotations of a motion with the readings before and after each.
struct TurnSeries {
  /// Rotation between two compared moments, rad; with smaller ones noise dominates.
  private static let turn = Angle(degrees: 20).radians

  /// Longest duration of a rotation, s: bias and noise of the gyroscope are integrated over it.
  private static let longest = 3.0

  /// Largest difference of a force's magnitude from the median, as a fraction of it: a larger one
  /// tilts the apparent vertical by more than 3°.
  private static let largestAcceleration = 0.05

  /// Fewest rotations.
  private static let fewest = 16

  /// Longest interval between samples that are interpolated, s.
  private static let longestInterval = 0.15

  private let forces: [VectorSample]
  private let rates: [VectorSample]
  private let fields: [VectorSample]
  private let gravity: Double
  private let strength: Double

  init(forces: [VectorSample], rates: [VectorSample], fields: [VectorSample]) {
    self.forces = forces
    self.rates = rates
    self.fields = fields
    let lengths = forces.map { $0.value.length }.sorted()
    gravity = max(lengths[lengths.count / 2], .leastNormalMagnitude)
    let mean = fields.reduce(Vector3.zero) { $0 + $1.value } / Double(max(fields.count, 1))
    let spread = fields.reduce(0) { $0 + ($1.value - mean).squaredLength }
    strength = max(
      (spread / Double(max(fields.count, 1))).squareRoot(), .leastNormalMagnitude)
  }

  /// Fits both sensors and the gyroscope's bias.
  ///
  /// - Parameter sign: −1 to reverse all rotations.
  /// - Returns: The solution.
  /// - Throws: Why the motion does not suffice.
  func solution(sign: Double) throws(AlignmentRefusal) -> TurnSolution {
    var bias = Vector3.zero
    var solution: TurnSolution?
    // The bias of one pass changes the rotations of the next; the third changes nothing.
    for _ in 0..<3 {
      let pairs = try pairs(bias: bias, sign: sign)
      guard let fitted = TurnSolution(pairs) else { throw .tooShort }
      solution = fitted
      bias += fitted.rateError * sign
    }
    guard let solution else { throw .tooShort }
    return solution
  }

  private func pairs(bias: Vector3, sign: Double) throws(AlignmentRefusal) -> [TurnPair] {
    let integral = RateIntegral(rates, bias: bias, sign: sign)
    let times = fields.isEmpty ? forces.map { $0.time } : fields.map { $0.time }
    var pairs: [TurnPair] = []
    var axes = Matrix3(diagonal: .zero)
    var rejected = 0
    var (rateIndex, forceIndex) = (0, 0)
    var start: (moment: RateIntegral.Moment, force: Vector3, field: Vector3?)?
    for (index, time) in times.enumerated() {
      guard let moment = integral.moment(time, from: &rateIndex),
        let force = Self.value(of: forces, at: time, from: &forceIndex)
      else {
        start = nil
        continue
      }
      let field = fields.isEmpty ? nil : fields[index].value / strength
      guard let begin = start, let turn = RateIntegral.turn(begin.moment, moment),
        time.seconds(since: begin.moment.time) <= Self.longest
      else {
        start = (moment, force / gravity, field)
        continue
      }
      guard turn.vector.length >= Self.turn else { continue }
      defer { start = (moment, force / gravity, field) }
      guard
        max(abs(begin.force.length - 1), abs(force.length / gravity - 1))
          <= Self.largestAcceleration
      else {
        rejected += 1
        continue
      }
      pairs.append(
        TurnPair(
          force: (begin.force, force / gravity),
          field: begin.field.flatMap { before in field.map { (before, $0) } },
          turn: turn.matrix, biasEffect: turn.integral))
      if let axis = turn.vector.direction {
        axes =
          axes + Matrix3(columns: axis * axis.x, axis * axis.y, axis * axis.z)
      }
    }
    guard pairs.count >= Self.fewest else {
      throw rejected > pairs.count ? .accelerated : .tooShort
    }
    guard Self.hasTwoAxes(axes) else { throw .oneAxis }
    return pairs
  }

  /// Whether the sum of outer products of unit axes has a second eigenvalue of at least a tenth of the
  /// trace: the sum of the principal minors is the sum of the products of two eigenvalues.
  private static func hasTwoAxes(_ sum: Matrix3) -> Bool {
    let trace = sum.columns.x.x + sum.columns.y.y + sum.columns.z.z
    let minors =
      sum.columns.x.cross(sum.columns.y).z + sum.columns.y.cross(sum.columns.z).x
      + sum.columns.z.cross(sum.columns.x).y
    return minors > 0.09 * trace * trace
  }

  /// The value of a sensor at a time, interpolated.
  private static func value(
    of samples: [VectorSample], at time: BootTime, from index: inout Int
  ) -> Vector3? {
    while index + 1 < samples.count, samples[index + 1].time <= time { index += 1 }
    guard index + 1 < samples.count, samples[index].time <= time else { return nil }
    let (one, next) = (samples[index], samples[index + 1])
    let whole = next.time.seconds(since: one.time)
    guard whole > 0, whole <= longestInterval else { return nil }
    return one.value + (next.value - one.value) * (time.seconds(since: one.time) / whole)
  }
}
