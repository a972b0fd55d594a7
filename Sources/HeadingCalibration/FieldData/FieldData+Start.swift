import HeadingGeometry
import RealModule

extension FieldData {
  /// Initial hard iron and inclination, robust to outliers (random sampling, least median of
  /// residuals).
  ///
  /// |m|² = 2 m·h − k and up·m = up·h − s are linear in h, k = |h|² − B² and s = B sin I. Each of
  /// 60 subsets of eight readings gives a solution; the one with the least median residual over all
  /// is used.
  func start(strength: Double?, inclination: Double?) -> FieldParameters {
    var parameters = FieldParameters()
    if let strength { parameters.logStrength = Double.log(strength) }
    if let inclination { parameters.inclination = inclination }
    var best = Double.infinity
    // A fixed pseudo-random sequence (Knuth's multiplier): the same samples give the same
    // calibration.
    var state: UInt64 = 1
    func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
    let knownSine = inclination.map { Double.sin($0) * (strength ?? 1) }
    let step = max(1, samples.count / 300)
    for _ in 0..<60 {
      var matrix = [Double](repeating: 0, count: 25)
      var right = [Double](repeating: 0, count: 5)
      for _ in 0..<8 {
        let sample = samples[next(below: samples.count)]
        let m = sample.field
        Self.add(
          [2 * m.x, 2 * m.y, 2 * m.z, -1, 0], m.squaredLength, 1, &matrix, &right)
        if let up = sample.up {
          Self.add([up.x, up.y, up.z, 0, -1], m.dot(up), 4, &matrix, &right)
        }
      }
      // Weak regularization: no hard iron, and a typical sine of the inclination.
      for index in 0..<3 { matrix[index * 6] += 1e-5 }
      Self.add([0, 0, 0, 0, 1], knownSine ?? 0.7, knownSine == nil ? 1e-3 : 100, &matrix, &right)
      guard let factor = NormalEquations.cholesky(matrix, count: 5) else { continue }
      let solved = NormalEquations.backward(
        factor, NormalEquations.forward(factor, right, count: 5), count: 5)
      let offset = Vector3(solved[0], solved[1], solved[2])
      let square = offset.squaredLength - solved[3]
      guard offset.isFinite, square > 0.01, square < 100 else { continue }
      let radius = strength ?? square.squareRoot()
      let sine = knownSine ?? solved[4]
      var errors: [Double] = []
      for index in Swift.stride(from: 0, to: samples.count, by: step) {
        let sample = samples[index]
        let corrected = sample.field - offset
        var error = abs(corrected.length - radius)
        if let up = sample.up { error += abs(corrected.dot(up) + sine) }
        errors.append(error)
      }
      guard let median = FieldFit.median(&errors), median < best else { continue }
      best = median
      parameters.offset = offset
      if strength == nil { parameters.logStrength = Double.log(radius) }
      if inclination == nil {
        parameters.inclination = Double.asin(min(max(sine / radius, -0.999), 0.999))
      }
    }
    return parameters
  }

  /// Adds one equation to the normal matrix, lower half, and the right side.
  private static func add(
    _ row: InlineArray<5, Double>, _ value: Double, _ weight: Double, _ matrix: inout [Double],
    _ right: inout [Double]
  ) {
    for a in 0..<5 {
      right[a] += weight * row[a] * value
      for b in 0...a { matrix[a * 5 + b] += weight * row[a] * row[b] }
    }
  }
}
