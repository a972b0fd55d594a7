public import HeadingGeometry
public import HeadingSensing
import RealModule

/// The deviation of a compass as a function of heading, with the five classical coefficients.
///
/// deviation = A + B sin θ + C cos θ + D sin 2θ + E cos 2θ with θ the compass heading; easterly
/// deviation is positive and is added to the compass heading to get the magnetic one.
public struct DeviationCurve: Sendable, Hashable {
  /// A compass heading and the reference heading.
  public struct Observation: Sendable, Hashable {
    /// The compass heading.
    public var compass: Heading<MagneticNorth>
    /// The magnetic reference heading.
    public var reference: Heading<MagneticNorth>

    /// Makes an observation.
    public init(compass: Heading<MagneticNorth>, reference: Heading<MagneticNorth>) {
      self.compass = compass
      self.reference = reference
    }
  }

  /// The five coefficients.
  public var coefficients: DeviationCoefficients

  /// A: constant, caused by mount or lubber line misalignment.
  public var a: Angle { coefficients.a }
  /// B: sin θ, caused by hard iron fore and aft.
  public var b: Angle { coefficients.b }
  /// C: cos θ, caused by hard iron athwartships.
  public var c: Angle { coefficients.c }
  /// D: sin 2θ, caused by symmetric soft iron.
  public var d: Angle { coefficients.d }
  /// E: cos 2θ, caused by asymmetric soft iron.
  public var e: Angle { coefficients.e }

  /// Root mean square residual of the observations.
  public var residual: Angle

  /// Number of observations in the fit, without outliers.
  public var observationCount: Int

  /// Makes a curve from its coefficients.
  public init(
    a: Angle = .zero, b: Angle = .zero, c: Angle = .zero, d: Angle = .zero, e: Angle = .zero
  ) {
    coefficients = DeviationCoefficients(a: a, b: b, c: c, d: d, e: e)
    residual = .zero
    observationCount = 0
  }

  /// The deviation at a compass heading, positive east.
  public func deviation(at compass: Heading<MagneticNorth>) -> Angle {
    coefficients.deviation(at: compass)
  }

  /// The magnetic heading for a compass heading.
  public func corrected(_ compass: Heading<MagneticNorth>) -> Heading<MagneticNorth> {
    Heading(degrees: compass.degrees + deviation(at: compass).degrees)
  }

  /// The deviation at 0°, `step`, … under 360° of compass heading; `step` from 1° to 90°.
  public func table(step: Double = 15) -> [(compass: Double, deviation: Angle)] {
    let step = min(max(step.isFinite ? step : 15, 1), 90)
    var rows: [(compass: Double, deviation: Angle)] = []
    for compass in stride(from: 0, to: 360, by: step) {
      rows.append((compass, deviation(at: Heading(degrees: compass))))
    }
    return rows
  }

  /// Fits the coefficients to the observations of a swing.
  ///
  /// The number of coefficients depends on the coverage: all five with headings in at least six of
  /// eight octants, A to C with four, A alone with fewer. Observations beyond 3.5 robust standard
  /// deviations are excluded.
  ///
  /// - Returns: The curve; `nil` without observations.
  public init?(_ observations: [Observation]) {
    guard !observations.isEmpty else { return nil }
    var octants: UInt8 = 0
    for observation in observations {
      octants |= 1 << UInt8(min(Int(observation.compass.degrees / 45), 7))
    }
    let seen = octants.nonzeroBitCount
    let count = seen >= 6 ? 5 : seen >= 4 ? 3 : 1
    guard observations.count >= count else { return nil }
    // Differences are unwrapped about the first one, so that values near ±180° stay together.
    let middle = observations[0].reference.turn(from: observations[0].compass).radians
    let values = observations.map {
      Angle(radians: $0.reference.turn(from: $0.compass).radians - middle).normalized.radians
        + middle
    }
    var weights = [Double](repeating: 1, count: values.count)
    var solved = [Double](repeating: 0, count: 5)
    for _ in 0..<6 {
      guard
        let solution = Self.solve(observations, values, weights, count: count)
      else { return nil }
      solved = solution
      var errors: [Double] = []
      for (index, value) in values.enumerated() {
        errors.append(abs(value - Self.value(solved, observations[index].compass)))
      }
      var sorted = errors
      let scale = max((FieldFit.median(&sorted) ?? 0) / 0.6745, 1e-4)
      for index in weights.indices { weights[index] = errors[index] > 3.5 * scale ? 0 : 1 }
    }
    self.init(
      a: Angle(radians: solved[0]), b: Angle(radians: solved[1]), c: Angle(radians: solved[2]),
      d: Angle(radians: solved[3]), e: Angle(radians: solved[4]))
    var squares = 0.0
    var used = 0
    for (index, value) in values.enumerated() where weights[index] > 0 {
      let error = value - Self.value(solved, observations[index].compass)
      squares += error * error
      used += 1
    }
    observationCount = used
    residual = Angle(radians: (squares / Double(max(used, 1))).squareRoot())
  }

  private static func row(_ compass: Heading<MagneticNorth>) -> InlineArray<5, Double> {
    let once = Angle.sineAndCosine(degrees: compass.degrees)
    let twice = Angle.sineAndCosine(degrees: compass.degrees * 2)
    return [1, once.sine, once.cosine, twice.sine, twice.cosine]
  }

  private static func value(_ solved: [Double], _ compass: Heading<MagneticNorth>) -> Double {
    let row = row(compass)
    var sum = 0.0
    for index in 0..<5 { sum += solved[index] * row[index] }
    return sum
  }

  private static func solve(
    _ observations: [Observation], _ values: [Double], _ weights: [Double], count: Int
  ) -> [Double]? {
    var matrix = [Double](repeating: 0, count: count * count)
    var right = [Double](repeating: 0, count: count)
    for (index, observation) in observations.enumerated() where weights[index] > 0 {
      let row = row(observation.compass)
      for a in 0..<count {
        right[a] += row[a] * values[index]
        for b in 0...a { matrix[a * count + b] += row[a] * row[b] }
      }
    }
    guard let factor = NormalEquations.cholesky(matrix, count: count) else { return nil }
    let solved = NormalEquations.backward(
      factor, NormalEquations.forward(factor, right, count: count), count: count)
    return solved + [Double](repeating: 0, count: 5 - count)
  }
}
