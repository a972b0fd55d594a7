import HeadingSensing
import Testing

@testable import HeadingRuntime

/// Faults in an unattended stream.
struct ValueFaultWatchTests {
  @Test func `a fault is reported when it begins and not again while it lasts`() {
    var watch = ValueFaultWatch()
    #expect(watch.note([.gnssMissing, .uncalibrated], at: 0).begun == [])
    let faults: Reasons = [.gnssMissing, .sensorStuck, .magnetometerStuck]
    #expect(
      watch.note(faults, at: 1).begun.advice == ["the magnetometer repeats one value on an axis"])
    for tenth in 11..<1000 {
      #expect(watch.note(faults, at: Double(tenth) / 10) == .init())
    }
    #expect(watch.note(faults.union(.invalidSamples), at: 100).begun == .invalidSamples)
  }

  @Test func `an intermittent fault is reported once, and again after a long absence`() {
    var watch = ValueFaultWatch()
    let told = (0..<100).count { second in
      watch.note(second % 2 == 0 ? .invalidSamples : [], at: Double(second)).begun != []
    }
    #expect(told == 1)
    #expect(watch.note(.invalidSamples, at: 200).begun == .invalidSamples)
  }

  @Test func `the end of a fault is reported after ten seconds of absence`() {
    var watch = ValueFaultWatch()
    _ = watch.note([.saturated], at: 0)
    #expect(watch.note([], at: 9) == .init())
    let notices = SensorNotice.all(of: watch.note([], at: 11))
    #expect(notices == [SensorNotice(.info, nil, "saturated is over")])
    #expect(watch.note([], at: 30) == .init())
  }
}
