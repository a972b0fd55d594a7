import HeadingGeometry
import HeadingSensing
import RealModule

/// Covariance caused by errors that are correlated with the motion: field gradients and
/// accelerations.
extension FieldFit {
  /// Number of blocks of time.
  private static let blocks = 100
  /// Radius on which a hand-held device moves when turned, m: a forearm's length.
  private static let reach = 0.3

  /// Covariance of the active parameters caused by such errors, dense; `nil` if the samples are too
  /// few.
  func coherentCovariance() -> (matrix: [Double], field: Double, acceleration: Double)? {
    let count = ownCount
    guard count <= Self.largestCount, data.samples.count > 4 * Self.blocks else { return nil }
    var sums = ClusterSums(count: count, groups: 1)
    var channels: [CoherentErrors] = []
    for _ in 0..<4 { channels.append(CoherentErrors(count: count, blocks: Self.blocks)) }
    var rows = FieldRows(count: active.count)
    let hasLength = active.contains(FieldParameters.accelerometerBias)
    for index in residuals.indices where residuals[index].kind != .segment && included[index] {
      var channel =
        hasLength && (residuals[index].forceExcess.map { isPlausible(excess: $0) } ?? false)
        ? -1 : 0
      addFree(index, &rows) {
        sums.add($0, own: nil, at: 0, group: 0, residual: $1, weight: $2)
        if channel >= 0 {
          channels[channel == 0 ? 0 : 3].add(
            $0, own: nil, at: 0, block: block(index), residual: $1, weight: $2)
        }
        channel += 1
      }
    }
    if usesSegments {
      for segment in data.segments.indices {
        let start = active.count + segment * SegmentState.count
        var (sample, channel) = (-1, 0)
        addRows(segment, &rows) {
          sums.add($1, own: $2, at: start, group: 0, residual: $3, weight: $4)
          if $0 != sample { (sample, channel) = ($0, 0) }
          guard $2 != nil, !isOutlier[$0] else { return }
          if channel < 3 {
            channels[channel].add(
              $1, own: $2, at: start, block: block($0), residual: $3, weight: $4)
          }
          channel += 1
        }
      }
    }
    addPriors(to: &sums)
    guard let factor = sums.factor else { return nil }
    let size = active.count
    var result = [Double](repeating: 0, count: size * size)
    var (local, acceleration) = (0.0, 0.0)
    let field = fieldShape
    for channel in channels.prefix(usesSegments ? 3 : 1) {
      let part = channel.covariance(
        first: size, factor, shape: field, largest: .infinity, chance: 3)
      for index in result.indices { result[index] += part.matrix[index] }
      local = max(local, part.share)
    }
    if !usesSegments, data.hasUp {
      let part = channels[3].covariance(
        first: size, factor, shape: accelerationShape, least: leastAcceleration, largest: 1,
        chance: 3)
      for index in result.indices { result[index] += part.matrix[index] }
      acceleration = part.share
      let swung = channels[3].covariance(
        first: size, factor, shape: swingShape, largest: .infinity, chance: 3)
      for index in result.indices { result[index] += swung.matrix[index] }
    }
    return (result, local.squareRoot() * noise.field, acceleration)
  }

  private func block(_ index: Int) -> Int { index * Self.blocks / data.samples.count }

  /// Correlation of the field's error between blocks: a hand-held device's position, and so the
  /// local field, varies with its attitude.
  private var fieldShape: [Double] {
    let blocks = Self.blocks
    var first = [Vector3](repeating: .zero, count: blocks)
    var second = first
    for index in residuals.indices {
      let field = residuals[index].predicted
      let up =
        residuals[index].kind == .segment
        ? attitudes[index].conjugate * Vector3(0, 0, 1) : residuals[index].vertical
      first[block(index)] += up
      second[block(index)] += up == .zero ? field : field.cross(up).direction ?? .zero
    }
    var shape = [Double](repeating: 0, count: blocks * blocks)
    for one in 0..<blocks {
      first[one] = first[one].direction ?? .zero
      second[one] = second[one].direction ?? .zero
      for other in 0...one {
        let square =
          (first[one] - first[other]).squaredLength + (second[one] - second[other]).squaredLength
        let value = Double.exp(-square / 2)
        shape[one * blocks + other] = value
        shape[other * blocks + one] = value
      }
    }
    return shape
  }

  /// Covariance between blocks of the tilt error caused by accelerations, in units of its variance.
  ///
  /// At frequency f at most (2πf)²·reach/g of the variation of up is acceleration; slow rotations
  /// contain little.
  private var accelerationShape: [Double] {
    shape(reach: Self.reach) { self.data.samples[$0].up ?? .zero }
  }

  /// The same for accelerations that repeat with the heading, as along figures of eight.
  ///
  /// They have the spectral lines of the heading. The fit absorbs most of them, so their magnitude
  /// is estimated separately.
  private var swingShape: [Double] {
    shape(reach: 1) {
      self.residuals[$0].predicted.cross(self.residuals[$0].vertical).direction ?? .zero
    }
  }

  private func shape(reach: Double, _ vector: (Int) -> Vector3) -> [Double] {
    let blocks = Self.blocks
    var mean = [Vector3](repeating: .zero, count: blocks)
    var number = [Double](repeating: 0, count: blocks)
    for index in data.samples.indices {
      mean[block(index)] += vector(index)
      number[block(index)] += 1
    }
    for index in mean.indices { mean[index] = mean[index] / max(number[index], 1) }
    let seconds = data.samples[data.samples.count - 1].seconds
    var table: [Double] = []
    for k in 0..<blocks { table.append(Double.cos(2 * .pi * Double(k) / Double(blocks))) }
    var lagged = [Double](repeating: 0, count: blocks)
    for line in 1..<(blocks / 2) {
      var (cosine, sine) = (Vector3.zero, Vector3.zero)
      for index in 0..<blocks {
        let phase = line * index % blocks
        cosine += mean[index] * table[phase]
        sine += mean[index] * table[(phase + 3 * blocks / 4) % blocks]
      }
      let scale = 2 / Double(blocks)
      // Half of the squared amplitude, for each of two horizontal axes.
      let swing = (cosine.squaredLength + sine.squaredLength) * scale * scale / 4
      let rate = 2 * .pi * Double(line) / max(seconds, 1e-3)
      let amplitude = rate * rate * reach / PhysicalConstants.standardGravity
      let power = min(swing, amplitude * amplitude / 2)
      for lag in 0..<blocks { lagged[lag] += power * table[line * lag % blocks] }
    }
    var shape = [Double](repeating: 0, count: blocks * blocks)
    let variance = noise.tilt * noise.tilt
    for one in 0..<blocks {
      for other in 0..<blocks {
        shape[one * blocks + other] = lagged[abs(one - other)] / variance
      }
    }
    return shape
  }
}
