extension FieldFit {
  /// Whether the vertical axis is observable.
  ///
  /// The posterior 1σ of the scale and cross terms of z must be under 0.7 of their prior 1σ.
  var isVerticalAxisObservable: Bool {
    guard let covariance = equations.covariance() else { return false }
    for (parameter, deviation) in [(2, prior.scale), (4, prior.cross), (5, prior.cross)] {
      guard let index = active.firstIndex(of: parameter) else { return false }
      let variance = covariance[index * active.count + index]
      if variance > 0.49 * deviation * deviation { return false }
    }
    return true
  }
}
