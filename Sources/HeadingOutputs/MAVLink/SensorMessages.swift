import HeadingEngine
import HeadingGeometry
import HeadingMAVLink
import HeadingSensing

extension ScaledPressure {
  /// The pressure; `nil` without one.
  ///
  /// A solution has no temperature: INT16_MAX.
  init?(_ solution: HeadingSolution) {
    guard let pressure = solution.pressure.value else { return nil }
    self.init()
    timeBootMs = solution.time.milliseconds
    pressAbs = Float(pressure / 100)
    temperature = .max
  }
}

extension HighresIMU {
  /// HIGHRES_IMU_UPDATED_FLAGS.
  private static let (accelerationFields, rateFields): (UInt16, UInt16) = (1 | 2 | 4, 8 | 16 | 32)
  private static let (fieldFields, pressureField): (UInt16, UInt16) = (64 | 128 | 256, 512)

  /// Acceleration, calibrated field, angular rate and pressure; `nil` without any of them.
  init?(_ solution: HeadingSolution) {
    self.init()
    timeUsec = solution.time.microseconds
    if let rate = solution.rotationRate.value?.aeronautical {
      (xgyro, ygyro, zgyro) = (Float(rate.x), Float(rate.y), Float(rate.z))
      fieldsUpdated |= Self.rateFields
    }
    if let acceleration = solution.linearAcceleration.value, let attitude = solution.attitude.value
    {
      // What an accelerometer measures: at rest the reaction to gravity, upward.
      let up = attitude.conjugate * Vector3(0, 0, PhysicalConstants.standardGravity)
      let force = (acceleration + up).aeronautical
      (xacc, yacc, zacc) = (Float(force.x), Float(force.y), Float(force.z))
      fieldsUpdated |= Self.accelerationFields
    }
    if let field = solution.field.value?.aeronautical {
      // 1 T is 10,000 G.
      (xmag, ymag, zmag) = (Float(field.x * 1e4), Float(field.y * 1e4), Float(field.z * 1e4))
      fieldsUpdated |= Self.fieldFields
    }
    if let pressure = solution.pressure.value {
      absPressure = Float(pressure / 100)
      fieldsUpdated |= Self.pressureField
    }
    guard fieldsUpdated != 0 else { return nil }
  }
}
