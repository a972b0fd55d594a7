import HeadingGeometry
import HeadingSensing

/// Predicts the growth of the horizontal position error without fixes.
///
/// The position variance after t seconds is p + 2 c t + v t² + a t⁴/4 + g² b t⁶/36 + q t³/3:
/// variances of position and velocity and their covariance, of the acceleration (tilt and
/// accelerometer bias together), of the tilt drift caused by the gyroscope bias, and the
/// accelerometer noise.
struct CoastingForecast: Sendable {
  private var terms = InlineArray<7, Double>(repeating: 0)

  /// Makes the forecast from a filter.
  init(_ filter: borrowing NavigationFilter) {
    let covariance = filter.covariance
    let gravity = PhysicalConstants.standardGravity
    let (v, a) = (ErrorIndex.velocity, ErrorIndex.attitude)
    let (b, g) = (ErrorIndex.accelerometerBias, ErrorIndex.gyroscopeBias)
    let rotation = filter.state.attitude.matrix.rows
    for axis in 0..<2 {
      // A tilt error about north causes an acceleration to the east, one about east to the south.
      let tilt = axis == 0 ? a + 1 : a
      let sign = axis == 0 ? gravity : -gravity
      let row = axis == 0 ? rotation.x : rotation.y
      var tilting = ErrorVector()
      tilting[tilt] = sign
      tilting.set(-row, at: b)
      terms[0] += covariance[axis, axis]
      terms[1] += 2 * covariance[axis, v + axis]
      terms[2] += covariance[v + axis, v + axis]
      terms[3] += filter.forceNoise / 3
      terms[4] += tilting.dot(covariance.product(tilting)) / 4
      terms[6] += gravity * gravity * covariance[g + axis, g + axis] / 36
    }
    if filter.mode != .aligned {
      let unaided = filter.undirectedAcceleration
      terms[3] = 2 * unaided * unaided / 3
      terms[4] = 0
      terms[6] = 0
    }
  }

  /// Radius of 68 % probability after a time, m.
  func accuracy(after seconds: Double) -> Double {
    var sum = 0.0
    for index in (0..<7).reversed() { sum = sum * seconds + terms[index] }
    return PositionBound.radius68(variances: max(sum, 0))
  }

  /// Seconds until the accuracy exceeds a limit, m; at most an hour.
  func seconds(within limit: Double) -> Double {
    guard accuracy(after: 0) < limit else { return 0 }
    var (low, high) = (0.0, 3600.0)
    guard accuracy(after: high) > limit else { return high }
    for _ in 0..<16 {
      let middle = (low + high) / 2
      if accuracy(after: middle) < limit { low = middle } else { high = middle }
    }
    return low
  }
}
