/// Covariance of a fit caused by errors that are correlated with the motion and do not average out.
///
/// The parameters absorb most of such errors: the residuals retain M·e with M = 1 − P and P the
/// projection of the fit. Their covariance κ·Γ has a known shape Γ. The scale κ is estimated by the
/// method of moments from the quadratic form rᵀ·Γ·r, with mean κ·tr(Γ·M·Γ·Mᵀ) plus d·tr(Γ·M·Mᵀ) of
/// white noise of variance d.
struct CoherentErrors {
  /// Largest correction for few degrees of freedom: below four of them the mean of 1/κ is not
  /// reliable.
  private static let largestFactor = 2.0

  /// Number of parameters that are solved for.
  let count: Int
  /// Number of blocks of time.
  let blocks: Int
  /// Sums of each block: weighted rows, rows, residuals, and number of residuals.
  private var weighted: [[Double]]
  private var rows: [[Double]]
  private var residuals: [Double]
  private var numbers: [Double]
  /// Squared differences of successive residuals.
  private var jumps = (sum: 0.0, number: 0.0, last: Double?.none)

  init(count: Int, blocks: Int) {
    self.count = count
    self.blocks = blocks
    weighted = Array(repeating: Array(repeating: 0, count: count), count: blocks)
    rows = weighted
    residuals = Array(repeating: 0, count: blocks)
    numbers = residuals
  }

  /// Adds one row and its residual, both divided by their standard deviation.
  mutating func add(
    _ common: [Double], own: [Double]?, at start: Int, block: Int, residual: Double, weight: Double
  ) {
    for a in common.indices where common[a] != 0 {
      weighted[block][a] += common[a] * weight
      rows[block][a] += common[a]
    }
    if let own {
      for a in own.indices where own[a] != 0 {
        weighted[block][start + a] += own[a] * weight
        rows[block][start + a] += own[a]
      }
    }
    residuals[block] += residual
    numbers[block] += 1
    if let last = jumps.last {
      jumps.sum += (residual - last) * (residual - last) / 2
      jumps.number += 1
    }
    jumps.last = residual
  }

  /// Covariance of the first `size` parameters, dense.
  ///
  /// - Parameters:
  ///   - size: Number of parameters to return.
  ///   - factor: The Cholesky factor of the fit's normal matrix.
  ///   - shape: Γ, between blocks, of the residuals as added.
  ///   - least: Lower bound of κ.
  ///   - largest: Upper bound of κ.
  ///   - chance: Standard deviations by which the quadratic form must exceed that of white noise.
  /// - Returns: The covariance, zero if the residuals show no such errors, and κ.
  func covariance(
    first size: Int, _ factor: [Double], shape: [Double], least: Double = 0, largest: Double,
    chance: Double
  ) -> (matrix: [Double], share: Double) {
    var result = [Double](repeating: 0, count: size * size)
    let moved = weighted.map {
      NormalEquations.backward(
        factor, NormalEquations.forward(factor, $0, count: count), count: count)
    }
    // M, and Γ·M.
    var rest = [Double](repeating: 0, count: blocks * blocks)
    for one in 0..<blocks {
      let scale = numbers[one] > 0 ? 1 / numbers[one] : 0
      for other in 0..<blocks {
        var sum = 0.0
        for k in 0..<count { sum += rows[one][k] * moved[other][k] }
        rest[one * blocks + other] = (one == other && scale > 0 ? 1 : 0) - sum * scale
      }
    }
    let shaped = Self.product(shape, rest, blocks)
    // Mᵀ·Γ·M: its product with Γ gives the mean, with itself the variance under white noise.
    var transposed = rest
    for one in 0..<blocks {
      for other in 0..<blocks { transposed[one * blocks + other] = rest[other * blocks + one] }
    }
    let whole = Self.product(transposed, shaped, blocks)
    let number = numbers.reduce(0, +) / Double(blocks)
    guard number > 0 else { return (result, 0) }
    let white = jumps.number > 0 ? jumps.sum / jumps.number / number : 0
    var (seen, mean, noise, scatter) = (0.0, 0.0, 0.0, 0.0)
    for one in 0..<blocks {
      noise += white * whole[one * blocks + one]
      for other in 0..<blocks {
        let place = one * blocks + other
        mean += whole[place] * shape[place]
        scatter += 2 * white * white * whole[place] * whole[place]
        guard numbers[one] > 0, numbers[other] > 0 else { continue }
        seen +=
          residuals[one] / numbers[one] * shape[place] * residuals[other] / numbers[other]
      }
    }
    let excess = seen - noise - chance * scatter.squareRoot()
    guard mean > 0, excess > 0 || least > 0 else { return (result, 0) }
    // With ν degrees of freedom the mean of 1/κ is larger than 1 over its mean by ν/(ν − 2).
    let spread = Self.product(
      shape, Self.product(Self.product(rest, shape, blocks), transposed, blocks), blocks)
    var square = 0.0
    for one in 0..<blocks {
      for other in 0..<blocks {
        square += spread[one * blocks + other] * spread[other * blocks + one]
      }
    }
    let freedom = mean * mean / max(square, 1e-300)
    let few = min(freedom / max(freedom - 2, 1e-9), Self.largestFactor)
    let share = min(max(excess / mean * few, least), largest)
    for one in 0..<blocks {
      for other in 0..<blocks {
        let covariance = shape[one * blocks + other] * share
        guard covariance != 0 else { continue }
        for a in 0..<size {
          let scaled = moved[one][a] * covariance
          for b in 0..<size { result[a * size + b] += scaled * moved[other][b] }
        }
      }
    }
    return (result, share)
  }

  private static func product(_ left: [Double], _ right: [Double], _ count: Int) -> [Double] {
    var result = [Double](repeating: 0, count: count * count)
    for a in 0..<count {
      for k in 0..<count {
        let factor = left[a * count + k]
        if factor == 0 { continue }
        for b in 0..<count { result[a * count + b] += factor * right[k * count + b] }
      }
    }
    return result
  }
}
