import HeadingGeometry
import RealModule

/// Compares strength and inclination of the field with the local one, given or learnt.
struct DisturbanceDetector {
  /// The reference from the magnetic model; `nil` if the place is unknown.
  var givenStrength: Double?
  var givenInclination: Double?

  /// The learnt local field.
  private(set) var strength = 0.0
  private(set) var inclination = 0.0
  private(set) var isLearnt = false

  private var candidateStrength = 0.0
  private var candidateInclination = 0.0
  private var candidateTime = 0.0
  private var calmTime = 0.0
  private var smoothed = VectorLowPass()

  /// Whether the field is the local one.
  private(set) var isUndisturbed = false

  /// Starts from a field learnt in an earlier run.
  mutating func start(strength: Double, inclination: Double) {
    self.strength = strength
    self.inclination = inclination
    isLearnt = true
  }

  /// Takes a field in the levelled frame, T.
  mutating func update(
    field: Vector3, interval: Double, isMoving: Bool, parameters: OrientationParameters
  ) {
    let sampleStrength = field.length
    guard sampleStrength > 0 else { return }
    let sine = max(-1, min(1, -field.z / sampleStrength))
    smoothed.update(
      Vector3(sampleStrength, Double.asin(sine), 0), interval: interval, timeConstant: 0.05)
    let nowStrength = smoothed.value.x
    let nowInclination = smoothed.value.y
    if !isLearnt {
      strength = givenStrength ?? nowStrength
      inclination = givenInclination ?? nowInclination
      isLearnt = true
    }
    let tolerance = parameters.fieldStrengthTolerance
    let turn = parameters.inclinationTolerance.radians
    if abs(nowStrength - strength) < tolerance * strength, abs(nowInclination - inclination) < turn
    {
      calmTime += interval
      if calmTime >= 0.5 {
        isUndisturbed = true
        let share = 1 - Double.exp(-interval / 20)
        strength += share * (nowStrength - strength)
        inclination += share * (nowInclination - inclination)
      }
    } else {
      calmTime = 0
      isUndisturbed = false
    }
    // A new homogeneous field is taken up after real motion in it.
    if abs(nowStrength - candidateStrength) < tolerance * candidateStrength,
      abs(nowInclination - candidateInclination) < turn
    {
      if isMoving { candidateTime += interval }
      let share = 1 - Double.exp(-interval / 20)
      candidateStrength += share * (nowStrength - candidateStrength)
      candidateInclination += share * (nowInclination - candidateInclination)
      if !isUndisturbed, candidateTime > 20 {
        strength = candidateStrength
        inclination = candidateInclination
        isUndisturbed = true
        calmTime = 0.5
      }
    } else {
      candidateTime = 0
      candidateStrength = nowStrength
      candidateInclination = nowInclination
    }
  }
}
