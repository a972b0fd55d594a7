import HeadingGeometry
public import HeadingSensing
import RealModule

extension OrientationEstimator {
  /// Initializes the estimate with the state of an earlier run.
  ///
  /// The gyroscope bias is adopted at once, and corrected once the temperature is known. Strength
  /// and inclination of the restored field are the reference field until this run has observed the
  /// local field for a minute of motion, or a magnetic model gives it. The heading is adopted with
  /// the first field sample if the directions of gravity and field in the body frame are unchanged,
  /// because the device has then not been turned.
  public mutating func restore(_ state: RestoredState) {
    if let bias = state.gyroscopeBias, bias.isFinite, bias.length < parameters.biasLimit {
      let known = state.gyroscopeBiasAccuracy ?? parameters.initialBiasDeviation
      let isUsable = known.isFinite && known > 0 && known < parameters.initialBiasDeviation
      // A power cycle changes the bias by about as much as its random walk over 100 s.
      horizon.startBias(
        at: bias,
        accuracy: isUsable
          ? max(known, parameters.biasWalk) : parameters.initialBiasDeviation)
    }
    temperature.start(
      temperature: state.gyroscopeTemperature, slope: state.gyroscopeBiasSlope,
      parameters: parameters)
    restored = state
    if magneticFilter.mixture.reference == nil {
      setReferenceField(strength: state.fieldStrength, inclination: state.inclination)
      isReferenceRestored = magneticFilter.mixture.reference != nil
    }
  }

  /// Drops the restored reference field once this run has observed the local field, because the
  /// device may have moved to another place.
  mutating func replaceRestoredField() {
    guard isReferenceRestored, magneticFilter.mixture.presentTime >= Self.ownFieldTime else {
      return
    }
    isReferenceRestored = false
    magneticFilter.setReference(nil, parameters: parameters)
    horizon.setElevation(nil)
  }

  /// Time of motion in an undisturbed field after which the restored reference is dropped, s.
  private static let ownFieldTime = 60.0

  /// The state from which a later run can start; `nil` before initial alignment.
  public var restorableState: RestoredState? {
    let estimate = self.estimate
    guard estimate.isInitialized else { return nil }
    var state = RestoredState()
    state.gyroscopeBias = estimate.gyroscopeBias
    state.gyroscopeBiasAccuracy = estimate.gyroscopeBiasAccuracy
    state.gyroscopeTemperature = temperature.temperature
    state.gyroscopeBiasSlope = temperature.slope
    guard estimate.hasNorth, !estimate.isDisturbed else { return state }
    state.fieldStrength = estimate.fieldStrength
    state.inclination = estimate.fieldInclination
    // Only a device at rest can have the same attitude after a restart.
    if estimate.isAtRest {
      if let before = resumed, isUnmoved(estimate.attitude, since: before) {
        // The original state is kept so that errors of repeated restarts do not accumulate.
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

  /// Whether the attitude has changed by less than 1°, and the field by less than 4σ of its noise.
  private func isUnmoved(_ attitude: Quaternion, since state: RestoredState) -> Bool {
    guard let before = state.attitude, let fieldBefore = state.magneticField,
      let now = field?.value
    else { return false }
    return (attitude * before.conjugate).rotationVector.length < 2 * Self.mountPlay
      && (now - fieldBefore).length < 4 * parameters.magnetometerNoise
  }

  /// 1σ of the rotation between two runs of a device that was not moved, rad: play of its mount.
  private static let mountPlay = Angle(degrees: 0.5).radians

  /// Adopts the restored heading if the device has not been turned since.
  ///
  /// - Parameters:
  ///   - field: The first field, T, body frame; it may differ by 4σ of the spatial variation.
  ///   - up: The direction of up, body frame; it may differ by 5°.
  mutating func resume(field: Vector3, up: Vector3) {
    guard let state = restored else { return }
    restored = nil
    guard let attitude = state.attitude?.normalized, let before = state.magneticField,
      before.isFinite, (before - field).length < 4 * parameters.fieldVariation
    else { return }
    let upBefore = attitude.conjugate * Vector3(0, 0, 1)
    guard upBefore.dot(up) > Angle(degrees: 5).cosine else { return }
    // Rotation about the vertical from the levelled frame to that of the restored attitude.
    let relative = attitude * (horizon.level * strapdown.attitude).conjugate
    let heading = 2 * Double.atan2(y: relative.vector.z, x: relative.w)
    resumed = state
    // The deviation adds the play of the mount to that of the restored heading.
    let known = state.headingDeviation?.radians ?? 0
    magneticFilter.resume(
      heading: heading,
      deviation: known.isFinite
        ? (Self.mountPlay * Self.mountPlay + known * known).squareRoot() : .pi)
  }
}
