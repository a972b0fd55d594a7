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
  private static let (rateFields, fieldFields, pressureField): (UInt16, UInt16, UInt16) =
    (8 | 16 | 32, 64 | 128 | 256, 512)

  /// Calibrated field, angular rate and pressure; `nil` without any of them.
  init?(_ solution: HeadingSolution) {
    self.init()
    timeUsec = solution.time.microseconds
    if let rate = solution.rotationRate.value?.aeronautical {
      (xgyro, ygyro, zgyro) = (Float(rate.x), Float(rate.y), Float(rate.z))
      fieldsUpdated |= Self.rateFields
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
