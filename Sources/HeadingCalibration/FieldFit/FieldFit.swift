import HeadingGeometry
import RealModule

/// A robust weighted least squares fit of ``FieldParameters`` to ``FieldData``.
///
/// A sample outside a segment has two residuals that do not depend on its unknown heading: the
/// corrected field's strength and its component along up, weighted by their joint covariance at the
/// current parameters (they are strongly correlated where the field is steep). A sample in a
/// segment has three residuals of the raw field and two of up, with the segment's initial attitude
/// among the unknowns.
struct FieldFit {
  /// Squared Mahalanobis distance beyond which a sample is an outlier: χ² of 2 and 3 residuals, 0.1
  /// % false alarms.
  static let outlierThreshold2 = 13.8
  static let outlierThreshold3 = 16.3
  /// The same for one residual.
  static let outlierThreshold1 = 10.8

  let data: FieldData
  /// Whether samples are connected by the gyroscope in segments.
  let usesSegments: Bool
  /// Whether derivatives are evaluated at the neighbouring samples, whose noise is independent.
  var usesNeighbours = false
  var parameters: FieldParameters
  var noise = FieldNoise()
  /// Variance inflation of each kind of residual by its autocorrelation.
  var correlation = FieldCorrelation()
  var segments: [SegmentState]
  /// The nuisance parameters that are estimated.
  var nuisance: NuisanceParameters = []
  /// Indices of the parameters that are estimated.
  var active: [Int]
  /// Prior means and standard deviations of the parameters.
  var prior = FieldPrior()
  /// 1σ of the residual gyroscope bias, rad/s, and of the gyroscope's lag, s.
  var segmentPrior = (bias: 0.05, lag: 0.02)
  /// Lower bound of the acceleration share of the variation of up, 0…1, from a simpler model's
  /// residuals.
  var leastAcceleration = 0.0
  /// Whether each sample takes part in the sums; outliers are detected among all.
  var included: [Bool]
  /// Whether each sample is an outlier.
  private(set) var isOutlier: [Bool]
  private(set) var isConverged = false
  /// Attitude of each sample in a segment.
  private(set) var attitudes: [Quaternion] = []
  private(set) var equations = NormalEquations(active: [])
  private(set) var residuals: [FieldResidual] = []

  init(data: FieldData, parameters: FieldParameters, usesSegments: Bool) {
    self.data = data
    self.parameters = parameters
    self.usesSegments = usesSegments
    segments = Array(repeating: SegmentState(), count: data.segments.count)
    active = []
    included = Array(repeating: true, count: data.samples.count)
    isOutlier = Array(repeating: false, count: data.samples.count)
  }

  /// Iterates until the fit converges or diverges (Levenberg-Marquardt).
  ///
  /// - Parameters:
  ///   - limit: Largest number of iterations.
  ///   - isNear: Whether the start is near the solution, with its noise and outliers.
  mutating func run(limit: Int = 40, isNear: Bool = false) {
    isConverged = false
    var damping = 1e-3
    for iteration in (isNear ? 6 : 0)..<limit {
      computeResiduals()
      let before = noise
      estimateNoise(isFinal: iteration > 5)
      // Averaging damps oscillation between the noise estimate and the set of outliers.
      if iteration > 8 {
        noise.field = (noise.field + before.field) / 2
        noise.tilt = (noise.tilt + before.tilt) / 2
      }
      detectOutliers(leniency: iteration < 4 ? 4 : 1)
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
      // With heavy tails a few samples keep changing sides of the outlier threshold; a tenth of a σ
      // suffices.
      isConverged = iteration > 5 && decrement < (iteration < 15 ? 1e-3 : 0.03)
      if isConverged { break }
    }
    computeResiduals()
    estimateNoise(isFinal: true)
    detectOutliers()
    assemble()
  }

  /// Runs a few steps from nearly converged parameters, as for cross-validation on half of the
  /// samples.
  mutating func refine() {
    for _ in 0..<3 {
      computeResiduals()
      estimateNoise(isFinal: true)
      detectOutliers()
      assemble()
      guard let (step, decrement) = equations.solution(damping: 0) else { break }
      apply(limited(step))
      guard isPlausible, decrement > 1e-2 else { break }
    }
    computeResiduals()
    detectOutliers()
  }

  /// Reduces the weights by the residuals' measured autocorrelation and fits again.
  mutating func reweigh() {
    correlation = measuredCorrelation()
    run(limit: 20, isNear: true)
  }

  /// Copies segments, noise, correlation and outliers of another fit to the same samples.
  mutating func copyState(of other: FieldFit) {
    segments = other.segments
    segmentPrior = other.segmentPrior
    noise = other.noise
    correlation = other.correlation
    isOutlier = other.isOutlier
  }

  /// The step, shortened to the range in which the model is about linear.
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
    if usesSegments { applyToSegments(step) }
    parameters.add(step)
  }

  // MARK: - Residuals

  private mutating func computeResiduals() {
    residuals.removeAll(keepingCapacity: true)
    residuals.reserveCapacity(data.samples.count)
    attitudes.removeAll(keepingCapacity: true)
    attitudes.reserveCapacity(data.samples.count)
    let inverse = parameters.distortion.inverse ?? .identity
    var segment = 0
    for index in data.samples.indices {
      if usesSegments, segment < data.segments.count, data.segments[segment].contains(index) {
        let attitude = nextAttitude(index, segment)
        attitudes.append(attitude)
        residuals.append(
          segmentResidual(data.samples[index], attitude, bias: segments[segment].bias))
        if index + 1 == data.segments[segment].upperBound { segment += 1 }
      } else {
        attitudes.append(.identity)
        residuals.append(free(data.samples[index], inverse))
      }
    }
    if usesNeighbours { takeDerivativesFromNeighbours(inverse.transposed) }
  }

  private mutating func takeDerivativesFromNeighbours(_ transposed: Matrix3) {
    var means: [(field: Vector3, up: Vector3)?] = []
    means.reserveCapacity(residuals.count)
    for index in residuals.indices {
      means.append(residuals[index].kind == .segment ? nil : neighbourMean(index))
    }
    for (index, mean) in means.enumerated() {
      guard let mean else { continue }
      residuals[index].predicted = mean.field * parameters.strength
      residuals[index].gradient = transposed * mean.field
      // Level motion leaves a tilt of the vertical open, with the field's cross terms: with another noise
      // in its derivative than in theirs, they would not compensate, and the fit would run along it.
      let up = Quaternion(rotationVector: data.samples[index].rate * parameters.lag) * mean.up
      guard residuals[index].kind == .aided,
        let level = (mean.field - up * mean.field.dot(up)).direction
      else { continue }
      residuals[index].vertical = mean.up
      residuals[index].gradientUp = transposed * up
      residuals[index].gradientForce = level * residuals[index].tiltGain
    }
  }

  /// Attitude of a sample, propagated from the previous one.
  private func nextAttitude(_ index: Int, _ segment: Int) -> Quaternion {
    let state = segments[segment]
    if index == data.segments[segment].lowerBound { return state.attitude }
    let sample = data.samples[index]
    let drift = Quaternion(rotationVector: state.bias * (-sample.interval / 2))
    // A lag rotates both samples along their own rates; only the difference enters.
    let before = data.samples[index - 1]
    let late = Quaternion(rotationVector: (sample.rate - before.rate) * state.lag)
    return attitudes[index - 1] * (drift * sample.rotation * drift * late)
  }

  /// Residuals of a sample outside a segment, linearized at adjusted readings (Gauss-Helmert
  /// model).
  ///
  /// Derivatives at the measured readings correlate with the residuals through the common noise and
  /// bias the parameters (errors in variables).
  func free(_ sample: FieldSample, _ inverse: Matrix3) -> FieldResidual {
    let corrected = inverse * parameters.centered(sample)
    let strength = parameters.strength
    let transposed = inverse.transposed
    var result = FieldResidual(kind: .free)
    guard let force = late(parameters, sample), let up = force.direction else {
      // Noise perpendicular to the field increases the mean measured strength.
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
    // Noise of up shortens the mean of the unit vector; noise across the horizontal field lengthens
    // it.
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
    // Adjusted readings: the estimated noise of field and up is subtracted.
    let (first, mix, second) = result.whitening(noise)
    let one = result.values.x * first
    let two = (result.values.y - mix * one) * second
    guard one * one + two * two < Self.outlierThreshold2 * 4 else { return result }
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

  /// The corrected force, g, rotated to the body attitude at the time of the field reading.
  private func late(_ parameters: FieldParameters, _ sample: FieldSample) -> Vector3? {
    guard let force = parameters.correctedForce(sample) else { return nil }
    return parameters.lag == 0
      ? force : Quaternion(rotationVector: sample.rate * parameters.lag) * force
  }

  private func segmentResidual(
    _ sample: FieldSample, _ attitude: Quaternion, bias: Vector3
  ) -> FieldResidual {
    var result = FieldResidual(kind: .segment)
    // The field reading lags the attitude.
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

  /// - Parameter leniency: Factor on the threshold in the first iterations.
  private mutating func detectOutliers(leniency: Double = 1) {
    for index in residuals.indices {
      isOutlier[index] =
        residuals[index].squaredDistance(noise) > residuals[index].outlierThreshold * leniency
    }
  }

  // MARK: - Sums

  private mutating func assemble() {
    var equations = NormalEquations(active: active)
    segmentReductions.removeAll(keepingCapacity: true)
    // Shared storage of two rows: rows passed as values were copied repeatedly.
    var rows = FieldRows(count: active.count)
    for index in residuals.indices where residuals[index].kind != .segment && included[index] {
      addFree(index, &rows) { row, residual, weight in
        equations.add(row, residual: residual, weight: weight)
      }
    }
    if usesSegments {
      for segment in data.segments.indices {
        segmentReductions.append(addSegment(segment, to: &equations, &rows))
      }
    }
    prior.add(to: &equations, parameters)
    self.equations = equations
  }

  /// The factors of each segment for back-substitution.
  var segmentReductions: [SegmentReduction] = []

  /// Whether the magnitude of a force agrees with gravity within its noise.
  func isPlausible(excess: Double) -> Bool {
    excess * excess < Self.outlierThreshold1 * noise.length * noise.length
  }

  /// Derivative of g · S (m − h − …) with respect to a parameter for a fixed g·S; 0 for inclination
  /// and strength.
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
