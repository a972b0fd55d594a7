import HeadingGeometry
import RealModule

/// The rows of samples outside of chains.
extension FieldFit {
  /// Adds the rows of a sample outside of chains.
  ///
  /// - Parameters:
  ///   - index: The sample's.
  ///   - rows: Memory.
  ///   - add: Takes a row, its residual, both divided by their standard deviation, and their weight.
  func addFree(
    _ index: Int, _ rows: inout FieldRows,
    _ add: (_ row: [Double], _ residual: Double, _ weight: Double) -> Void
  ) {
    let residual = residuals[index]
    let sample = data.samples[index]
    addLength(index, &rows, add)
    guard !isOutlier[index] else { return }
    let (scale1, mix, scale2) = residual.whitening(noise)
    let gradient = residual.gradient * scale1
    for a in active.indices {
      rows.first[a] =
        switch active[a] {
        case FieldParameters.dip: 0
        case FieldParameters.logStrength: -parameters.strength * scale1
        default: derivative(active[a], gradient, residual.predicted, sample)
        }
    }
    let whitened = residual.values.x * scale1
    add(rows.first, whitened, sample.weight / correlation.field)
    guard residual.kind == .aided else { return }
    let rise = parameters.strength * Double.sin(parameters.inclination)
    let back = Quaternion(rotationVector: sample.rate * -parameters.lag)
    let gradientForce = back * residual.gradientForce
    for a in active.indices {
      let own =
        switch active[a] {
        case FieldParameters.dip: residual.tiltGain
        case FieldParameters.logStrength: rise
        case FieldParameters.force:
          gradientForce.dot(
            parameters.forceDerivative(active[a], residual.vertical, sample.turnRate()))
        case FieldParameters.lag: gradientForce.dot(sample.rate.cross(residual.vertical))
        default: derivative(active[a], residual.gradientUp, residual.predicted, sample)
        }
      rows.second[a] = (own - mix * rows.first[a]) * scale2
    }
    add(
      rows.second, (residual.values.y - mix * whitened) * scale2,
      sample.weight / correlation.tilt)
  }

  /// Adds the row of the force's length, which tells the accelerometer's bias and scale in any attitude.
  func addLength(
    _ index: Int, _ rows: inout FieldRows,
    _ add: (_ row: [Double], _ residual: Double, _ weight: Double) -> Void
  ) {
    let sample = data.samples[index]
    let vertical = residuals[index].vertical
    guard active.contains(FieldParameters.accelerometerBias),
      let excess = residuals[index].forceExcess, isPlausible(excess: excess)
    else { return }
    for a in active.indices {
      rows.first[a] =
        switch active[a] {
        case FieldParameters.force:
          vertical.dot(parameters.forceDerivative(active[a], vertical, sample.turnRate()))
            / noise.length
        default: 0
        }
    }
    add(rows.first, excess / noise.length, sample.weight / correlation.length)
  }

  /// Takes the field from which the derivatives are formed from the samples beside each, without itself.
  ///
  /// A sample's own noise in its derivative would count as a movement of the body, and goes together with its
  /// residual: an axis that was never tilted would seem to be known. The neighbours' noise is independent of it
  /// (instrumental variables) and averages out.
  func neighbouring(_ index: Int) -> Vector3? {
    let range = data.samples[index].neighbours
    guard !range.isEmpty else { return nil }
    var sum = Vector3.zero
    var number = 0
    for other in range where other != index && !isOutlier[other] {
      sum += residuals[other].predicted
      number += 1
    }
    return number >= 4 ? sum.direction : nil
  }
}
