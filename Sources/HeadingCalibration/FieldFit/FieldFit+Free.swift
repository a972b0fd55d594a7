import HeadingGeometry
import RealModule

/// Design-matrix rows of samples outside of segments.
extension FieldFit {
  /// Computes the rows of a sample outside of segments.
  ///
  /// - Parameters:
  ///   - index: Index of the sample.
  ///   - rows: Reusable storage.
  ///   - add: Receives a row and its residual, both divided by their standard deviation, and their
  ///     weight.
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
            parameters.forceDerivative(active[a], residual.vertical, sample.verticalRate()))
        case FieldParameters.lag: gradientForce.dot(sample.rate.cross(residual.vertical))
        default: derivative(active[a], residual.gradientUp, residual.predicted, sample)
        }
      rows.second[a] = (own - mix * rows.first[a]) * scale2
    }
    add(
      rows.second, (residual.values.y - mix * whitened) * scale2,
      sample.weight / correlation.tilt)
  }

  /// Computes the row of the force's magnitude, which makes the accelerometer's bias and scale
  /// observable in any attitude.
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
          vertical.dot(parameters.forceDerivative(active[a], vertical, sample.verticalRate()))
            / noise.length
        default: 0
        }
    }
    add(rows.first, excess / noise.length, sample.weight / correlation.length)
  }

  /// Directions of the predicted field and of up for the derivatives, from the neighbouring samples without
  /// this one.
  ///
  /// A sample's own noise in its derivative correlates with its residual and makes an axis that was
  /// never tilted seem observable. The neighbours' noise is independent (instrumental variables)
  /// and averages out.
  func neighbourMean(_ index: Int) -> (field: Vector3, up: Vector3)? {
    let range = data.samples[index].neighbours
    guard !range.isEmpty else { return nil }
    var (field, up, number) = (Vector3.zero, Vector3.zero, 0)
    for other in range where other != index && !isOutlier[other] {
      field += residuals[other].predicted
      up += residuals[other].vertical
      number += 1
    }
    guard number >= 4, let direction = field.direction else { return nil }
    return (direction, up.direction ?? .zero)
  }
}
