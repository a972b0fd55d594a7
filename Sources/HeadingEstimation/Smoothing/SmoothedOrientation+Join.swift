import HeadingGeometry
import RealModule

extension SmoothedOrientation {
  /// The orientation of one run of the estimator.
  init(_ estimate: OrientationEstimate) {
    attitude = estimate.attitude
    isInitialized = estimate.isInitialized
    hasNorth = estimate.hasNorth
    headingErrorTerms = estimate.headingErrorTerms
    headingBound = estimate.headingBound
    tiltAccuracy = estimate.tiltAccuracy
  }

  /// Combines this run with the run in the other direction.
  ///
  /// Heading and tilt are weighted separately, each by the inverse variances. If the headings
  /// differ by more than their variances allow, one is wrong, and the difference is added to the
  /// bound.
  func joined(with other: SmoothedOrientation) -> SmoothedOrientation {
    guard isInitialized, other.isInitialized else { return isInitialized ? self : other }
    guard hasNorth, other.hasNorth else { return hasNorth || !other.hasNorth ? self : other }
    let error = other.attitude * attitude.conjugate
    let angle = Angle(radians: 2 * Double.atan2(y: error.vector.z, x: error.w)).normalized.radians
    let backTurn = Quaternion(angle: Angle(radians: -angle), axis: Vector3(0, 0, 1))
    let lean = (backTurn * error).rotationVector

    let share = Self.share(headingErrorTerms.ownVariance, other.headingErrorTerms.ownVariance)
    let tiltShare = Self.share(
      tiltAccuracy.radians * tiltAccuracy.radians,
      other.tiltAccuracy.radians * other.tiltAccuracy.radians)
    var result = self
    result.attitude =
      (Quaternion(angle: Angle(radians: share * angle), axis: Vector3(0, 0, 1))
      * Quaternion(rotationVector: lean * tiltShare) * attitude).normalized ?? attitude
    result.headingErrorTerms = headingErrorTerms.joined(
      with: other.headingErrorTerms, share: share, disagreement: angle)
    let (own, others) = (
      tiltAccuracy.radians * (1 - tiltShare), other.tiltAccuracy.radians * tiltShare
    )
    // The accelerometer bias is the same in both directions.
    result.tiltAccuracy = Angle(
      radians: max(
        Angle(degrees: 0.15).radians, (own * own + others * others).squareRoot()))
    result.headingBound = .estimated(within68: result.headingErrorTerms.total)
    return result
  }

  /// The other's weight in the inverse-variance mean.
  private static func share(_ own: Double, _ other: Double) -> Double {
    let sum = own + other
    return sum > 0 ? own / sum : 0.5
  }
}

extension HeadingErrorTerms {
  /// Variance of the errors of one run that the other run does not share.
  var ownVariance: Double {
    noise * noise + gyroscopeHold * gyroscopeHold + disturbance * disturbance
      + calibration * calibration
  }

  /// The terms of the weighted mean of two headings; `share` is the other's weight.
  func joined(
    with other: HeadingErrorTerms, share: Double, disagreement: Double
  ) -> HeadingErrorTerms {
    let (own, others) = (1 - share, share)
    // Independent errors average out.
    func independent(_ one: Double, _ two: Double) -> Double {
      (own * own * one * one + others * others * two * two).squareRoot()
    }
    // Common errors do not.
    func common(_ one: Double, _ two: Double) -> Double {
      (own * one * one + others * two * two).squareRoot()
    }
    var result = HeadingErrorTerms()
    result.noise = independent(noise, other.noise)
    result.gyroscopeHold = independent(gyroscopeHold, other.gyroscopeHold)
    result.calibration = common(calibration, other.calibration)
    result.localField = common(localField, other.localField)
    result.tilt = common(tilt, other.tilt)
    let known = own * own * ownVariance + others * others * other.ownVariance
    let excess = max(0, own * others * disagreement * disagreement - known)
    let mixed = common(disturbance, other.disturbance)
    result.disturbance = (mixed * mixed + excess).squareRoot()
    return result
  }
}
