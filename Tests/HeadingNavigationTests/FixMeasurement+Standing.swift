import HeadingSensing

@testable import HeadingNavigation

extension FixMeasurement {
  /// What a receiver that stands says: places good to a metre, velocities to 0.05 m/s.
  static func standing(at time: BootTime, random: inout SplitMix64) -> FixMeasurement {
    var fix = FixMeasurement(
      time: time, latitude: 0.8 + random.normal() / 6_380_000,
      longitude: 0.1 + random.normal() / 4_450_000, deviation: 2)
    fix.velocity = SIMD2(0.05 * random.normal(), 0.05 * random.normal())
    fix.velocityDeviation = 0.05
    fix.climbRate = 0.05 * random.normal()
    return fix
  }
}
