import HeadingGeometry
public import HeadingSensing
import RealModule

extension OrientationEstimator {
  /// Starts from what an earlier run knew.
  ///
  /// The gyroscope's offset is taken at once, carried to the temperature when that is known. The local field's
  /// strength and inclination tell a start in a disturbed place until this run has seen a field of its own for a
  /// minute of motion, or the magnetic model is known. The heading is taken with the first field, if gravity and field in
  /// the body frame are still what they were: then the device has not been turned.
  public mutating func restore(_ state: RestoredState) {
    if let bias = state.gyroscopeBias, bias.isFinite, bias.length < parameters.biasLimit {
      let known = state.gyroscopeBiasAccuracy ?? parameters.initialBiasDeviation
      let isUsable = known.isFinite && known > 0 && known < parameters.initialBiasDeviation
      // A power cycle changes the offset by about what it wanders in a minute and a half.
      horizon.startBias(
        at: bias,
        accuracy: isUsable
          ? max(known, parameters.biasWalk) : parameters.initialBiasDeviation)
    }
    temperature.start(
      temperature: state.gyroscopeTemperature, slope: state.gyroscopeBiasSlope,
      parameters: parameters)
    restored = state
    if magneticFilter.history.reference == nil {
      setReferenceField(strength: state.fieldStrength, inclination: state.inclination)
      isReferenceRestored = magneticFilter.history.reference != nil
    }
  }

  /// Lets go of the earlier run's local field once this run has seen its own: the device may be elsewhere.
  mutating func outgrowRestoredField() {
    guard isReferenceRestored, magneticFilter.history.presentTime >= Self.ownFieldTime else {
      return
    }
    isReferenceRestored = false
    magneticFilter.setReference(nil, parameters: parameters)
    horizon.setElevation(nil)
  }

  /// After so much motion, s, in one field it is believed more than the earlier run's.
  private static let ownFieldTime = 60.0

  /// What a later run may start from; `nil` before the attitude is known.
  public var restorableState: RestoredState? {
    var copy = self
    let estimate = copy.estimate
    guard estimate.isInitialized else { return nil }
    var state = RestoredState()
    state.gyroscopeBias = estimate.gyroscopeBias
    state.gyroscopeBiasAccuracy = estimate.gyroscopeBiasAccuracy
    state.gyroscopeTemperature = temperature.temperature
    state.gyroscopeBiasSlope = temperature.slope
    guard estimate.hasNorth, !estimate.isDisturbed else { return state }
    state.fieldStrength = estimate.fieldStrength
    state.inclination = estimate.fieldInclination
    // Only a device that lies still can be found again as it was.
    if estimate.isAtRest {
      if let before = resumed, isUnmoved(estimate.attitude, since: before) {
        // Restarts in place shall not add up.
        state.attitude = before.attitude
        state.headingDeviation = before.headingDeviation
        state.magneticField = before.magneticField
        return state
      }
      state.attitude = estimate.attitude
      state.headingDeviation = Angle(radians: estimate.headingBound.estimatedDeviation)
      state.magneticField = field?.value
    }
    return state
  }

  /// Whether attitude and field are still those that were taken up, but for noise.
  private func isUnmoved(_ attitude: Quaternion, since state: RestoredState) -> Bool {
    guard let before = state.attitude, let fieldBefore = state.magneticField,
      let now = field?.value
    else { return false }
    return (attitude * before.conjugate).rotationVector.length < 2 * Self.play
      && (now - fieldBefore).length < 4 * parameters.magnetometerNoise
  }

  /// A device that has been turned by less between two runs is taken for one that has not, rad.
  private static let play = Angle(degrees: 0.5).radians

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
    let relative = attitude * (horizon.level * strapdown.attitude).conjugate
    let heading = 2 * Double.atan2(y: relative.vector.z, x: relative.w)
    resumed = state
    // A little play, and what the heading was uncertain by.
    let known = state.headingDeviation?.radians ?? 0
    magneticFilter.resume(
      heading: heading,
      deviation: known.isFinite ? (Self.play * Self.play + known * known).squareRoot() : .pi)
  }
}
