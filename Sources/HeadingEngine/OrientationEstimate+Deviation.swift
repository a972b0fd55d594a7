import HeadingEstimation

extension OrientationEstimate {
  /// The standard deviation of the part of the heading's error that has this 68 % bound, rad.
  ///
  /// ``headingErrorTerms`` are 68 % bounds of errors that are not normally distributed. Who adds them to standard
  /// deviations, or compares them, has to have theirs; their ratio is that of the heading's whole bound.
  ///
  /// - Parameter within68: One of the terms, or the total of some, rad.
  /// - Returns: Its standard deviation, rad.
  func deviation(within68: Double) -> Double {
    guard within68 > 0 else { return 0 }
    return within68 * (headingBound.estimatedDeviation / headingBound.within68)
  }
}
