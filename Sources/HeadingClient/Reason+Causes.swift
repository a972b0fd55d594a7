/// Which reasons can make a value missing: the wire gives one list for all values of an update.
extension Reason {
  /// Of pitch, roll and attitude.
  static let attitude: Set<Reason> = [
    .starting, .accelerometerMissing, .accelerometerStale, .accelerometerStuck, .gyroscopeStuck,
    .mountInvalid, .sensorFailed,
  ]

  /// Of the magnetic heading.
  static let heading = attitude.union(magnetometer).union([
    .disturbed, .externalHeading, .fieldImplausible, .fieldTooWeak, .gyroscopeHold,
    .gravityImplausible, .headingWithheld, .invalidSamples, .relativeHeading, .saturated,
    .sensorStuck, .uncalibrated,
  ])

  /// Of the field.
  static let magnetometer: Set<Reason> = [
    .starting, .magnetometerMissing, .magnetometerStale, .magnetometerStuck, .mountInvalid,
    .sensorFailed,
  ]

  /// Of the angular rate.
  static let gyroscope: Set<Reason> = [
    .starting, .gyroscopeMissing, .gyroscopeStale, .gyroscopeStuck, .mountInvalid, .sensorFailed,
  ]

  /// Of the declination, and with it of the true heading.
  static let declination = access.union([.positionUnknown, .dateUnknown, .modelExpired])

  /// Of position, velocity and what is made of them.
  static let fix = access.union([
    .starting, .gnssMissing, .noFix, .fixStale, .notReported, .fixAccuracyImplausible, .fixJump,
    .fixFrozen, .fixTimeImplausible, .navigationReset,
  ])

  /// Of pressure and what is made of it.
  static let barometer = access.union([
    .starting, .barometerMissing, .barometerStale, .barometerStuck, .sensorFailed,
  ])

  /// Of what is not shown to every user.
  private static let access: Set<Reason> = [
    .placeWithheld, .placeReduced, .authorizationNotDetermined, .authorizationDenied,
    .authorizationRestricted, .authorizationUnknownProgram, .authorizationReduced,
  ]

  /// The reasons of an update that can make a value missing; all of them if none can.
  static func causes(_ causes: [Set<Reason>], among reasons: [Reason]) -> [Reason] {
    let found = reasons.filter { reason in causes.contains { $0.contains(reason) } }
    return found.isEmpty ? reasons : found
  }
}
