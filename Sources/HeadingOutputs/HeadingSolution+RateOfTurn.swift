import HeadingEngine
import HeadingGeometry
import HeadingSensing

extension HeadingSolution {
  /// Rate of turn about the vertical, rad/s, positive to the right; `nil` while not valid.
  var rateOfTurn: Double? {
    guard let rate = rotationRate.value, let attitude = attitude.value else { return nil }
    // The rotation rate is positive counter-clockwise about up, the rate of turn clockwise.
    return -(attitude * rate).z
  }
}
