import HeadingEstimation
public import HeadingSensing

extension HeadingEngine {
  /// What a later run may start from; see ``RestoredState``.
  ///
  /// The attitude comes with the field measured at it, and only where the body rests in a field that is
  /// not disturbed: elsewhere a later run could not tell whether it is still so.
  public var restorableState: RestoredState {
    var state = RestoredState()
    let estimate = orientation.estimate
    guard estimate.isInitialized else { return state }
    state.gyroscopeBias = estimate.gyroscopeBias
    state.gyroscopeBiasAccuracy = estimate.gyroscopeBiasAccuracy
    guard estimate.hasNorth, !estimate.isDisturbed else { return state }
    state.fieldStrength = estimate.fieldStrength
    state.inclination = estimate.fieldInclination
    if estimate.isAtRest, let field {
      state.attitude = estimate.attitude
      state.magneticField = field.value
    }
    return state
  }
}
