import HeadingGeometry
import HeadingSensing

extension OrientationEstimate {
  /// The estimate with the smoother's orientation and bounds for the same time.
  public func smoothed(by smoothed: SmoothedOrientation) -> OrientationEstimate {
    var result = self
    result.attitude = smoothed.attitude
    result.isInitialized = smoothed.isInitialized
    result.hasNorth = smoothed.hasNorth
    result.headingErrorTerms = smoothed.headingErrorTerms
    result.headingBound = smoothed.headingBound
    result.tiltCovariance = TiltCovariance(isotropic: smoothed.tiltAccuracy.radians)
    if smoothed.isInitialized { result.reasons.remove(.starting) }
    if smoothed.hasNorth { result.reasons.remove(.relativeHeading) }
    return result
  }
}
