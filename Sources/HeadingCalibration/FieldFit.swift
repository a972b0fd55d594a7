import HeadingGeometry
import RealModule

/// A robust weighted least squares fit of ``FieldParameters`` to ``FieldData``.
///
/// A sample outside a chain has two residuals, in which its unknown heading does not appear: the
/// corrected field's strength and its component along up, weighted by their joint covariance at the
/// current parameters (they are strongly correlated where the field is steep). A sample in a chain
/// has three of the raw field and two of up, with the chain's attitude as unknowns.
struct FieldFit {
  /// Squared distance over which a sample is an outlier: 0.1 % of normal ones, for 2 and 3 residuals.
  static let cut2 = 13.8
  static let cut3 = 16.3
  /// The same for one.
  static let cut1 = 10.8

  let data: FieldData
  /// Whether the gyroscope's chains are used.
  let usesChains: Bool
  /// Whether derivatives come from the samples beside each, which have other noise.
  var usesNeighbours = false
  var parameters: FieldParameters
  var noise = FieldNoise()
  /// How much less than independent residuals each kind counts.
  var correlation = FieldCorrelation()
  var chains: [ChainState]
  /// What is estimated beside the calibration.
  var scope: FieldScope = []
  /// The parameters that are estimated.
  var active: [Int]
  /// Expected values of the parameters that are known before; 1σ of each.
  var prior = FieldPrior()
  /// 1σ of a gyroscope's bias beside what its own calibration took out, rad/s, and of its lag, s.
  var chainPrior = (bias: 0.05, lag: 0.02)
  /// The part of what up swings that is acceleration at least, 0…1, as a poorer model's residuals show it.
  var leastAcceleration = 0.0
  /// Samples with `false` are left out of the sums, but are judged.
  var included: [Bool]
  /// Whether a sample is judged an outlier.
  private(set) var isOutlier: [Bool]
  private(set) var isConverged = false
  /// Attitude of each sample in a chain.
  private(set) var attitudes: [Quaternion] = []
  private(set) var equations = NormalEquations(active: [])
  private(set) var residuals: [FieldResidual] = []

  init(data: FieldData, parameters: FieldParameters, usesChains: Bool) {
    self.data = data
    self.parameters = parameters
    self.usesChains = usesChains
    chains = Array(repeating: ChainState(), count: data.chains.count)
    active = []
    included = Array(repeating: true, count: data.samples.count)
    isOutlier = Array(repeating: false, count: data.samples.count)
  }

  /// Iterates to the end, or until it is clear that there is none.
  ///
  /// - Parameters:
  ///   - limit: Iterations at most.
  ///   - isNear: Whether it starts near the end, with the noise and the outliers that belong to it.
  mutating func run(limit: Int = 40, isNear: Bool = false) {
    isConverged = false
    var damping = 1e-3
    for iteration in (isNear ? 6 : 0)..<limit {
      computeResiduals()
      let before = noise
      estimateNoise(isFinal: iteration > 5)
      // Noise and outliers that swing each other to and fro are met half way.
      if iteration > 8 {
        noise.field = (noise.field + before.field) / 2
        noise.tilt = (noise.tilt + before.tilt) / 2
      }
      judge(leniency: iteration < 4 ? 4 : 1)
      assemble()
      guard let (step, decrement) = equations.solution(damping: damping) else {
        damping = max(damping * 10, 1e-6)
        if damping > 1 { return }
        continue
      }
      apply(limited(step, factor: iteration > 12 ? 0.5 : 1))
      guard isPlausible else { return }
      damping *= 0.1
      if damping < 1e-6 { damping = 0 }
      // Where tails are heavy a few samples change sides for ever; a tenth of a σ is near enough.
      isConverged = iteration > 5 && decrement < (iteration < 15 ? 1e-3 : 0.03)
      if isConverged { break }
    }
    computeResiduals()
    estimateNoise(isFinal: true)
    judge()
    assemble()
  }

  /// A few steps from parameters that are almost right, as after leaving out half of the samples.
  mutating func refine() {
    for _ in 0..<3 {
      computeResiduals()
      estimateNoise(isFinal: true)
      judge()
      assemble()
      guard let (step, decrement) = equations.solution(damping: 0) else { break }
      apply(limited(step))
      guard isPlausible, decrement > 1e-2 else { break }
    }
    computeResiduals()
    judge()
  }

  /// Lets correlated residuals count for as many independent ones as they are worth, and fits again.
  mutating func reweigh() {
    correlation = measuredCorrelation()
    run(limit: 20, isNear: true)
  }

  /// Takes over from another fit to the same samples what is not a parameter.
  mutating func `continue`(_ other: FieldFit) {
    chains = other.chains
    chainPrior = other.chainPrior
    noise = other.noise
    correlation = other.correlation
    isOutlier = other.isOutlier
  }

  /// A step no longer than the model is linear.
  private func limited(
    _ step: FieldParameters.Row, factor: Double = 1
  ) -> FieldParameters.Row {
    var largest = 0.0
    for index in 0..<9 { largest = max(largest, abs(step[index]) / 0.3) }
    for index in 9..<12 { largest = max(largest, abs(step[index])) }
    largest = max(largest, abs(step[12]) / 0.5, abs(step[13]) / 0.5)
    for index in 20..<26 { largest = max(largest, abs(step[index]) / 0.2) }
    let scale = factor / max(largest, 1)
    guard scale < 1 else { return step }
    var shorter = step
    for index in 0..<FieldParameters.count { shorter[index] *= scale }
    return shorter
  }

  private var isPlausible: Bool {
    let determinant = parameters.distortion.determinant
    return determinant > 0.05 && determinant < 20 && parameters.offset.isFinite
      && parameters.offset.length < 200 && abs(parameters.inclination) < 3
      && abs(parameters.logStrength) < 3 && parameters.accelerometerBias.length < 0.5
      && abs(parameters.lag) < 0.5
  }

  private mutating func apply(_ step: FieldParameters.Row) {
    if usesChains { applyToChains(step) }
    parameters.add(step)
  }

  // MARK: - Residuals

  private mutating func computeResiduals() {
    residuals.removeAll(keepingCapacity: true)
    residuals.reserveCapacity(data.samples.count)
    attitudes.removeAll(keepingCapacity: true)
    attitudes.reserveCapacity(data.samples.count)
    let inverse = parameters.distortion.inverse ?? .identity
    var chain = 0
    for index in data.samples.indices {
      if usesChains, chain < data.chains.count, data.chains[chain].contains(index) {
        let attitude = nextAttitude(index, chain)
        attitudes.append(attitude)
        residuals.append(chained(data.samples[index], attitude, bias: chains[chain].bias))
        if index + 1 == data.chains[chain].upperBound { chain += 1 }
      } else {
        attitudes.append(.identity)
        residuals.append(free(data.samples[index], inverse))
      }
    }
    if usesNeighbours { takeDerivativesFromNeighbours(inverse.transposed) }
  }

  private mutating func takeDerivativesFromNeighbours(_ transposed: Matrix3) {
    var directions: [Vector3?] = []
    directions.reserveCapacity(residuals.count)
    for index in residuals.indices {
      directions.append(residuals[index].kind == .chained ? nil : neighbouring(index))
    }
    for (index, direction) in directions.enumerated() {
      guard let direction else { continue }
      residuals[index].predicted = direction * parameters.strength
      residuals[index].gradient = transposed * direction
    }
  }

  /// The attitude of a sample from that before it.
  private func nextAttitude(_ index: Int, _ chain: Int) -> Quaternion {
    let state = chains[chain]
    if index == data.chains[chain].lowerBound { return state.attitude }
    let sample = data.samples[index]
    let drift = Quaternion(rotationVector: state.bias * (-sample.interval / 2))
    // The lag turns the first and this sample along their own rates; only the difference counts.
    let before = data.samples[index - 1]
    let late = Quaternion(rotationVector: (sample.rate - before.rate) * state.lag)
    return attitudes[index - 1] * (drift * sample.turn * drift * late)
  }

  /// Residuals of a sample outside a chain, linear about readings adjusted to the model.
  ///
  /// With derivatives at the readings themselves the noise in them goes together with the residuals,
  /// and the parameters are biased (errors in variables); adjusted readings (Gauss-Helmert) are free of that.
  func free(_ sample: FieldSample, _ inverse: Matrix3) -> FieldResidual {
    let corrected = inverse * parameters.centered(sample)
    let strength = parameters.strength
    let transposed = inverse.transposed
    var result = FieldResidual(kind: .free)
    guard let force = late(parameters, sample), let up = force.direction else {
      // The measured length is larger than the true one by the noise across, in the mean.
      let direction = corrected.direction ?? .zero
      let across = transposed.squaredSize - (transposed * direction).squaredLength
      let excess = across * noise.field * noise.field / (2 * strength)
      result.values.x = corrected.length - strength - excess
      result.predicted = direction * strength
      result.gradient = transposed * direction
      return result
    }
    result.kind = .aided
    let cosine = Double.cos(parameters.inclination)
    let sine = Double.sin(parameters.inclination)
    let level = (corrected - up * corrected.dot(up)).direction ?? .zero
    // Noise in the direction of up shortens its mean; noise across the level field lengthens it.
    let shortening = strength * sine * noise.tilt * noise.tilt
    let sideways = (transposed * up.cross(level)).squaredLength * noise.field * noise.field
    let lengthening = sideways / (2 * strength * max(abs(cosine), 0.05)) * cosine
    result.predicted = (level * cosine - up * sine) * strength
    result.gradient = transposed * (result.predicted / strength)
    result.gradientUp = transposed * up
    result.tiltGain = strength * cosine
    result.forceExcess = force.length - 1
    result.gradientForce = level * (strength * cosine)
    let back = Quaternion(rotationVector: sample.rate * -parameters.lag)
    result.vertical = back * up
    result.values = Vector3(
      (corrected.dot(result.predicted)) / strength - strength - lengthening,
      corrected.dot(up) + strength * sine - shortening, 0)
    // What of the residuals is the readings' own noise, as far as it can be told.
    let (first, mix, second) = result.whitening(noise)
    let one = result.values.x * first
    let two = (result.values.y - mix * one) * second
    guard one * one + two * two < Self.cut2 * 4 else { return result }
    let weight2 = two * second
    let weight1 = (one - mix * weight2) * first
    let fieldNoise =
      (result.gradient * weight1 + result.gradientUp * weight2) * (noise.field * noise.field)
    let tiltNoise = result.tiltGain * weight2 * noise.tilt * noise.tilt
    let adjustedUp = (up - level * tiltNoise).direction ?? up
    result.vertical = back * adjustedUp
    let adjusted = inverse * (parameters.centered(sample) - fieldNoise)
    let adjustedLevel = (adjusted - adjustedUp * adjusted.dot(adjustedUp)).direction ?? level
    result.predicted = (adjustedLevel * cosine - adjustedUp * sine) * strength
    let direction = result.predicted / strength
    result.gradient = transposed * direction
    result.gradientUp = transposed * adjustedUp
    result.values = Vector3(
      corrected.dot(direction) - strength - lengthening,
      corrected.dot(adjustedUp) + result.predicted.dot(up) - result.predicted.dot(adjustedUp)
        + strength * sine - shortening, 0)
    return result
  }

  /// The corrected force, g, turned to where it was in the body when the field was measured.
  private func late(_ parameters: FieldParameters, _ sample: FieldSample) -> Vector3? {
    guard let force = parameters.correctedForce(sample) else { return nil }
    return parameters.lag == 0
      ? force : Quaternion(rotationVector: sample.rate * parameters.lag) * force
  }

  private func chained(
    _ sample: FieldSample, _ attitude: Quaternion, bias: Vector3
  ) -> FieldResidual {
    var result = FieldResidual(kind: .chained)
    // The field is that of a little before.
    result.predicted =
      Quaternion(rotationVector: sample.rate * parameters.lag)
      * (attitude.conjugate * parameters.field)
    result.values = parameters.centered(sample) - parameters.distortion * result.predicted
    if let force = parameters.correctedForce(sample, bias: bias), let up = force.direction {
      result.up = attitude * up
      result.forceExcess = force.length - 1
      result.vertical = attitude.conjugate * Vector3(0, 0, 1)
    }
    return result
  }

  // MARK: - Noise and outliers

  private mutating func estimateNoise(isFinal: Bool) {
    noise = isFinal ? finalNoise() : robustNoise()
  }

  /// - Parameter leniency: Factor on the cut, while the parameters are far off.
  private mutating func judge(leniency: Double = 1) {
    for index in residuals.indices {
      isOutlier[index] =
        residuals[index].squaredDistance(noise) > residuals[index].cut * leniency
    }
  }

  // MARK: - Sums

  private mutating func assemble() {
    var equations = NormalEquations(active: active)
    chainReductions.removeAll(keepingCapacity: true)
    // The memory of two rows, for all samples: rows as values were copied over and over.
    var rows = FieldRows(count: active.count)
    for index in residuals.indices where residuals[index].kind != .chained && included[index] {
      addFree(index, &rows) { row, residual, weight in
        equations.add(row, residual: residual, weight: weight)
      }
    }
    if usesChains {
      for chain in data.chains.indices {
        chainReductions.append(addChain(chain, to: &equations, &rows))
      }
    }
    prior.add(to: &equations, parameters)
    self.equations = equations
  }

  /// What back-substitution needs of each chain.
  var chainReductions: [ChainReduction] = []

  /// Whether the length of a force can be gravity's, its noise considered.
  func isPlausible(excess: Double) -> Bool {
    excess * excess < Self.cut1 * noise.length * noise.length
  }

  /// The derivative of g · S (m − h − …) by a parameter, for a fixed g·S; zero by inclination and strength.
  func derivative(
    _ parameter: Int, _ gradient: Vector3, _ field: Vector3, _ sample: FieldSample
  ) -> Double {
    switch parameter {
    case 0: -gradient.x * field.x
    case 1: -gradient.y * field.y
    case 2: -gradient.z * field.z
    case 3: -(gradient.x * field.y + gradient.y * field.x)
    case 4: -(gradient.x * field.z + gradient.z * field.x)
    case 5: -(gradient.y * field.z + gradient.z * field.y)
    case 6: gradient.y * field.z - gradient.z * field.y
    case 7: gradient.z * field.x - gradient.x * field.z
    case 8: gradient.x * field.y - gradient.y * field.x
    case 9, 10, 11: -gradient[parameter - 9]
    case 14, 15, 16: -gradient[parameter - 14] * sample.load
    case 17, 18, 19: -gradient[parameter - 17] * sample.temperature
    case 30, 31, 32: -gradient[parameter - 30] * sample.moment
    default: 0
    }
  }
}
