import HeadingEstimation

extension OrientationEstimate {
  /// Standard deviation of a heading error term, rad, from its 68 % bound.
  ///
  /// ``headingErrorTerms`` are 68 % bounds of errors that are not normally distributed, so that
  /// they must be converted before they are added to or compared with standard deviations; the
  /// ratio is that of the whole heading bound.
  ///
  /// - Parameter within68: One of the terms, or the total of some, rad.
  /// - Returns: Its standard deviation, rad.
  func deviation(within68: Double) -> Double {
    guard within68 > 0 else { return 0 }
    return within68 * (headingBound.estimatedDeviation / headingBound.within68)
  }
}
