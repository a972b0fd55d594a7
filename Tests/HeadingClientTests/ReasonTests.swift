import HeadingClient
import HeadingSensing
import Testing

/// The reasons of the client beside the catalogue of the wire.
struct ReasonTests {
  private static let constants: [Reason] = [
    .starting, .magnetometerMissing, .magnetometerStale, .accelerometerMissing,
    .accelerometerStale, .gyroscopeMissing, .gyroscopeStale, .barometerMissing, .barometerStale,
    .gnssMissing, .noFix, .fixStale, .notReported, .positionUnknown, .dateUnknown, .modelExpired,
    .fieldTooWeak, .fieldWeak, .uncalibrated, .disturbed, .fieldImplausible, .gravityImplausible,
    .rateImplausible, .invalidSamples, .sensorStuck, .saturated, .gyroscopeHold, .relativeHeading,
    .accelerating, .externalHeading, .sensorFailed, .magnetometerStuck, .accelerometerStuck,
    .gyroscopeStuck, .geoidMissing, .late, .fixAccuracyImplausible, .fixJump, .fixFrozen,
    .fixTimeImplausible, .fixDateImplausible, .deadReckoning, .headingFromMotion,
    .headingSourceChanged, .headingSourceLost, .heaveSettling, .loadUnknown, .mountInvalid,
    .waterSpeedImplausible, .navigationReset, .barometerStuck,
  ]

  @Test func `every reason of the wire has a constant with its name and advice`() {
    #expect(Self.constants.map(\.rawValue).sorted() == Reasons.catalogue.map(\.name).sorted())
    for entry in Reasons.catalogue {
      #expect(Reason(rawValue: entry.name).advice == entry.advice)
    }
  }
}
