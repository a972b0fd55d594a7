import HeadingGeometry
public import HeadingSensing
import RealModule

extension OrientationEstimator {
  /// Starts from what an earlier run knew.
  ///
  /// The gyroscope's offset is taken at once. The heading is taken with the first field, if gravity and field in
  /// the body frame are still what they were: then the device has not been turned.
  public mutating func restore(_ state: RestoredState) {
    if let bias = state.gyroscopeBias, bias.isFinite, bias.length < parameters.biasLimit {
      let known = state.gyroscopeBiasAccuracy ?? parameters.initialBiasDeviation
      let isUsable = known.isFinite && known > 0 && known < parameters.initialBiasDeviation
      // A power cycle changes the offset by about what it wanders in a minute and a half.
      biasFilter.start(
        at: bias,
        accuracy: isUsable
          ? max(known, parameters.biasWalk) : parameters.initialBiasDeviation)
    }
    restored = state
  }

  /// Takes the earlier heading up if the device has not been turned since.
  mutating func resume(field: Vector3, up: Vector3) {
    guard let state = restored else { return }
    restored = nil
    guard let attitude = state.attitude?.normalized, let before = state.magneticField,
      before.isFinite, (before - field).length < 4 * parameters.fieldVariation
    else { return }
    let upBefore = attitude.conjugate * Vector3(0, 0, 1)
    guard upBefore.dot(up) > Angle(degrees: 5).cosine else { return }
    // The turn about the vertical from the levelled frame to the earlier attitude.
    let relative = attitude * (levelFilter.level * strapdown.attitude).conjugate
    let heading = 2 * Double.atan2(y: relative.vector.z, x: relative.w)
    magneticFilter.resume(heading: heading, deviation: Angle(degrees: 2).radians)
  }
}
