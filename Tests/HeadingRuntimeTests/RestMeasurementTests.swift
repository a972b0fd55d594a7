import HeadingCalibration
import HeadingGeometry
import HeadingProtocol
import HeadingSensing
import Testing

@testable import HeadingRuntime

/// Measurements at rest by sensors whose times are wrong.
@Suite(.timeLimit(.minutes(1)))
struct RestMeasurementTests {
  private static let up = Vector3(0, 0, PhysicalConstants.standardGravity)

  private func acceleration(_ nanoseconds: Int64) -> SensorEvent {
    .acceleration(VectorSample(time: BootTime(nanoseconds: nanoseconds), value: Self.up))
  }

  // Otherwise each sample is compared with all before it, under the lock of the service.
  @Test(arguments: [Int64(0), .max, .min])
  func `a sensor whose time stands still keeps no samples, and is measured when it goes on`(
    time: Int64
  ) {
    var poses = SidePoses()
    for _ in 0..<20_000 { poses.take(acceleration(time)) }
    #expect(poses.message.taken.isEmpty)
    for index in 0..<400 { poses.take(acceleration(1_000_000_000 + Int64(index) * 10_000_000)) }
    #expect(poses.message.taken == ["level"])
  }

  @Test func `a gyroscope whose time stands still is not measured, and begins anew`() {
    var rest = BiasRest(length: BiasRest.length)
    let sample = VectorSample(time: BootTime(seconds: 1), value: Vector3(0.01, 0, 0))
    for _ in 0..<20_000 {
      rest.take(.angularRate(sample))
      rest.take(.magneticField(sample))
    }
    #expect(!rest.isFinished && !rest.message.isComplete)
    for index in 0..<700 {
      let time = BootTime(seconds: 2 + Double(index) / 100)
      rest.take(.angularRate(VectorSample(time: time, value: sample.value)))
    }
    #expect(rest.message.isComplete)
  }
}
