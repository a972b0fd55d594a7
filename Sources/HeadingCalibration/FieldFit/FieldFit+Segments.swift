import HeadingGeometry
import RealModule

/// Segments: consecutive samples whose relative attitudes the integrated gyroscope rates give.
extension FieldFit {
  /// Adds a segment's normal equations with its own parameters eliminated (Schur complement).
  ///
  /// - Returns: The factors for back-substitution.
  func addSegment(
    _ segment: Int, to equations: inout NormalEquations, _ rows: inout FieldRows
  ) -> SegmentReduction {
    var own = SegmentSums(count: active.count)
    addRows(segment, &rows) { _, common, mine, residual, weight in
      equations.add(common, residual: residual, weight: weight)
      if let mine { own.add(own: mine, common: common, residual: residual, weight: weight) }
    }
    own.addPriors(segments[segment], segmentPrior)
    return reduce(own, &equations)
  }

  /// Receives a row of a segment: sample index, common part, the segment's own part, residual,
  /// weight.
  typealias SegmentRow = (
    _ index: Int, _ common: [Double], _ own: [Double]?, _ residual: Double, _ weight: Double
  ) -> Void

  /// Computes the rows of a segment.
  func addRows(_ segment: Int, _ rows: inout FieldRows, _ add: SegmentRow) {
    var drift = Matrix3(diagonal: .zero)
    let range = data.segments[segment]
    var start = Vector3.zero
    for index in range {
      let sample = data.samples[index]
      let attitude = attitudes[index]
      let rate = attitude * sample.rate
      if index == range.lowerBound {
        start = rate
      } else {
        // The bias acts over the interval, taken at the attitude of its midpoint.
        drift = drift - (attitude * sample.halfBack).matrix * sample.interval
      }
      guard included[index] else { continue }
      let turns = (drift: drift, lag: rate - start)
      addLength(index, &rows) { add(index, $0, nil, $1, $2) }
      if !isOutlier[index] { addField(index, turns, &rows, add) }
      addUp(index, turns, &rows, add)
    }
  }

  private func addField(
    _ index: Int, _ turns: (drift: Matrix3, lag: Vector3), _ rows: inout FieldRows,
    _ add: SegmentRow
  ) {
    let sample = data.samples[index]
    let residual = residuals[index]
    let scale = 1 / noise.field
    let d = residual.predicted
    let bent = parameters.distortion * d
    let back =
      Quaternion(rotationVector: sample.rate * parameters.lag) * attitudes[index].conjugate
    let steeper =
      parameters.distortion
      * (back
        * (Vector3(0, -Double.sin(parameters.inclination), -Double.cos(parameters.inclination))
          * parameters.strength))
    let older = parameters.distortion * sample.rate.cross(d)
    let earth = parameters.field
    // An attitude error δ about an earth axis changes the field in the body by back · (b × δ).
    let turned = Matrix3(
      columns: parameters.distortion * (back * earth.cross(Vector3(1, 0, 0))),
      parameters.distortion * (back * earth.cross(Vector3(0, 1, 0))),
      parameters.distortion * (back * earth.cross(Vector3(0, 0, 1))))
    let biased = turned * turns.drift
    let late = turned * turns.lag
    let (t, b) = (turned.rows, biased.rows)
    for axis in 0..<3 {
      var gradient = Vector3.zero
      gradient[axis] = scale
      for a in active.indices {
        rows.first[a] =
          switch active[a] {
          case FieldParameters.dip: -steeper[axis] * scale
          case FieldParameters.logStrength: -bent[axis] * scale
          case FieldParameters.lag: -older[axis] * scale
          default: derivative(active[a], gradient, d, sample)
          }
      }
      let turnedRow = axis == 0 ? t.x : axis == 1 ? t.y : t.z
      let biasedRow = axis == 0 ? b.x : axis == 1 ? b.y : b.z
      for k in 0..<3 {
        rows.own[k] = -turnedRow[k] * scale
        rows.own[3 + k] = -biasedRow[k] * scale
      }
      rows.own[6] = -late[axis] * scale
      let value = residual.values[axis] * scale
      add(index, rows.first, rows.own, value, sample.weight / correlation.field)
    }
  }

  private func addUp(
    _ index: Int, _ turns: (drift: Matrix3, lag: Vector3), _ rows: inout FieldRows,
    _ add: SegmentRow
  ) {
    let sample = data.samples[index]
    let vertical = residuals[index].vertical
    guard let up = residuals[index].up, isUpright(up, noise) else { return }
    let scale = 1 / noise.tilt
    // An attitude error δ changes up by δ × up.
    let turned = Matrix3(
      columns: Vector3(1, 0, 0).cross(up), Vector3(0, 1, 0).cross(up), Vector3(0, 0, 1).cross(up))
    let biased = (turned * turns.drift).rows
    let late = turned * turns.lag
    for axis in 0..<2 {
      let turnedRow = axis == 0 ? turned.rows.x : turned.rows.y
      let biasedRow = axis == 0 ? biased.x : biased.y
      for k in 0..<3 {
        rows.own[k] = turnedRow[k] * scale
        rows.own[3 + k] = biasedRow[k] * scale
      }
      rows.own[6] = late[axis] * scale
      // Only force errors perpendicular to up change its direction.
      var earth = Vector3.zero
      earth[axis] = scale
      let across = attitudes[index].conjugate * earth
      for a in active.indices {
        rows.first[a] =
          switch active[a] {
          case FieldParameters.force:
            across.dot(parameters.forceDerivative(active[a], vertical, sample.verticalRate()))
          default: 0
          }
      }
      add(index, rows.first, rows.own, up[axis] * scale, sample.weight / correlation.tilt)
    }
  }

  private func reduce(
    _ own: borrowing SegmentSums, _ equations: inout NormalEquations
  ) -> SegmentReduction {
    let rows = SegmentState.count
    guard let factor = NormalEquations.cholesky(own.matrix, count: rows) else {
      return SegmentReduction(factor: [], coupling: [], value: [])
    }
    let value = NormalEquations.forward(factor, own.right, count: rows)
    let count = active.count
    var coupling = [Double](repeating: 0, count: rows * count)
    for column in 0..<count {
      var sums: [Double] = []
      for a in 0..<rows { sums.append(own.coupling[a * count + column]) }
      let solved = NormalEquations.forward(factor, sums, count: rows)
      for a in 0..<rows { coupling[a * count + column] = solved[a] }
    }
    equations.reduce(coupling, value, rows: rows)
    return SegmentReduction(factor: factor, coupling: coupling, value: value)
  }

  /// Back-substitution of the segments' own steps: own = L⁻ᵀ (value − coupling · step).
  mutating func applyToSegments(_ step: FieldParameters.Row) {
    let rows = SegmentState.count
    for segment in segments.indices where segment < segmentReductions.count {
      let reduction = segmentReductions[segment]
      guard !reduction.factor.isEmpty else { continue }
      var value = reduction.value
      for a in 0..<rows {
        for column in 0..<active.count {
          value[a] -= reduction.coupling[a * active.count + column] * step[active[column]]
        }
      }
      let solved = NormalEquations.backward(reduction.factor, value, count: rows)
      var ownStep = InlineArray<7, Double>(repeating: 0)
      for a in 0..<rows { ownStep[a] = solved[a] }
      segments[segment].add(ownStep)
    }
  }

  /// Bias of a calibrated gyroscope, rad/s, 1σ.
  private static let calibratedBias = 2e-4

  /// Tests whether the gyroscope's bias and lag differ from zero, and narrows their prior if not.
  ///
  /// A bias about the vertical axis is not distinguishable from a hard-iron error; one about
  /// horizontal axes is observable through up. If all three are insignificant (Wald test), the
  /// gyroscope is taken as calibrated, as far as its bias is known; likewise the lag.
  ///
  /// - Returns: Whether the prior changed, so that another fit is needed.
  mutating func narrowSegmentPrior() -> Bool {
    guard let common = equations.covariance() else { return false }
    var (bias, lag, number) = (0.0, 0.0, 0.0)
    var variance = Self.calibratedBias * Self.calibratedBias
    for (segment, reduction) in segmentReductions.enumerated() where !reduction.factor.isEmpty {
      guard let covariance = ownCovariance(reduction, common),
        let factor = NormalEquations.cholesky(
          (0..<9).map { covariance[($0 / 3) * 4 + $0 % 3] }, count: 3)
      else { return false }
      let state = segments[segment]
      let solved = NormalEquations.forward(
        factor, [state.bias.x, state.bias.y, state.bias.z], count: 3)
      for value in solved { bias += value * value }
      variance = max(variance, covariance[0], covariance[5], covariance[10])
      lag += state.lag * state.lag / covariance[15]
      number += 1
    }
    guard number > 0 else { return false }
    // Mean plus six standard deviations of χ²: 1 in 1000 by chance. A bias below it changes the
    // heading by less than the fit's own error.
    let isBiasNone = bias < 3 * number + 6 * (6 * number).squareRoot()
    let isLagNone = lag < number + 6 * (2 * number).squareRoot()
    if isBiasNone { segmentPrior.bias = min(segmentPrior.bias, variance.squareRoot()) }
    if isLagNone { segmentPrior.lag = 1e-4 }
    return isBiasNone || isLagNone
  }

  /// Covariance of a segment's bias and lag, 4×4: a block of L⁻ᵀ (1 + K C Kᵀ) L⁻¹.
  private func ownCovariance(_ reduction: SegmentReduction, _ common: [Double]) -> [Double]? {
    let (rows, count) = (SegmentState.count, active.count)
    guard let root = NormalEquations.cholesky(common, count: count) else { return nil }
    // Each column: L⁻¹ e, then the factor of C times Kᵀ L⁻¹ e.
    var columns: [[Double]] = []
    for index in 3..<rows {
      var unit = [Double](repeating: 0, count: rows)
      unit[index] = 1
      var column = NormalEquations.forward(reduction.factor, unit, count: rows)
      for k in 0..<count {
        var sum = 0.0
        for l in k..<count {
          for a in 0..<rows {
            sum += root[l * count + k] * reduction.coupling[a * count + l] * column[a]
          }
        }
        column.append(sum)
      }
      columns.append(column)
    }
    var result = [Double](repeating: 0, count: 16)
    for a in 0..<4 {
      for b in 0..<4 {
        for k in columns[a].indices { result[a * 4 + b] += columns[a][k] * columns[b][k] }
      }
    }
    return result
  }

  /// Initial attitudes of the segments from up and field (TRIAD), with the current parameters.
  mutating func alignSegments() {
    guard let inverse = parameters.distortion.inverse else { return }
    for segment in segments.indices {
      var relative = Quaternion.identity
      var sum = Quaternion(w: 0, x: 0, y: 0, z: 0)
      for index in data.segments[segment].prefix(300) {
        let sample = data.samples[index]
        if index > data.segments[segment].lowerBound { relative = relative * sample.rotation }
        guard let up = parameters.correctedForce(sample)?.direction, !isOutlier[index],
          let east = (inverse * parameters.centered(sample)).cross(up).direction
        else { continue }
        let shown = Quaternion(rotation: Matrix3(rows: east, up.cross(east), up))
        let first = shown * relative.conjugate
        let sign = first.w * sum.w + first.vector.dot(sum.vector) < 0 ? -1.0 : 1.0
        sum.w += first.w * sign
        sum.vector += first.vector * sign
      }
      segments[segment].attitude = sum.normalized ?? .identity
    }
  }
}

extension SegmentSums {
  /// Adds the prior of a segment's bias and lag.
  mutating func addPriors(_ state: SegmentState, _ deviation: (bias: Double, lag: Double)) {
    let (bias, lag) = deviation
    for axis in 0..<3 {
      matrix[(3 + axis) * (SegmentState.count + 1)] += 1 / (bias * bias)
      right[3 + axis] -= state.bias[axis] / (bias * bias)
      // Regularizes the tilt, which without an accelerometer only the field determines; the
      // inclination is then fixed.
      matrix[axis * (SegmentState.count + 1)] += 1e-6
    }
    matrix[6 * (SegmentState.count + 1)] += 1 / (lag * lag)
    right[6] -= state.lag / (lag * lag)
  }
}
