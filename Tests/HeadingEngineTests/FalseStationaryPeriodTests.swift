import HeadingEstimation
import HeadingGeometry
import HeadingSensing
import RealModule
import Testing

@testable import HeadingEngine
@testable import HeadingNavigation

/// A slow turn that gyroscope and accelerometer cannot distinguish from rest, then rest.
struct FalseStationaryPeriodTests {
  @Test func `an earlier false stationary period does not roll the bias back when the samples end`()
    throws
  {
    var device = SlowlyTurningDevice()
    try device.run()
    let count = device.count
    #expect(count > 0)
    let isAtRest = device.engine.navigator.head.isAtRest
    #expect(isAtRest)
    let bias = device.engine.navigator.head.state.gyroscopeBias
    let variance = device.variance
    // The sensors are silent for 0.3 s: a step without samples, which may hide a rotation.
    _ = device.engine.process(
      .tick(BootTime(seconds: 100 + SlowlyTurningDevice.silent + 0.3)))
    let kept = device.engine.navigator.head.state.gyroscopeBias
    #expect(kept == bias)
    let later = device.variance
    #expect(later < 1.1 * variance)
  }
}

/// A device that moves, turns slowly, and rests, with its engine.
private struct SlowlyTurningDevice: ~Copyable {
  static let turn = Angle(degrees: 0.5).radians

  /// The moments, s, at which the motion ends, the slow turn ends, and the samples end.
  static let (moved, turned, silent) = (4.0, 24.0, 44.0)

  var engine = HeadingEngine()
  private var random = SplitMix64(state: 4)

  /// Number of false stationary periods that ended.
  var count = 0

  /// Rotation about the vertical, rad, and its rate, rad/s: ample, slow, none.
  private func motion(at now: Double) -> (angle: Double, rate: Double) {
    if now < Self.moved {
      return (0.5 * Double.sin(3 * now), 1.5 * Double.cos(3 * now))
    }
    let start = 0.5 * Double.sin(3 * Self.moved)
    let since = min(now, Self.turned) - Self.moved
    return (start + Self.turn * since, now < Self.turned ? Self.turn : 0)
  }

  /// Feeds the samples of a device at 100 Hz, with fixes and headings of two antennas.
  mutating func run() throws {
    let place = try #require(Coordinate(latitude: 47, longitude: 8))
    for index in 0..<Int(Self.silent * 100) {
      let now = Double(index) / 100
      let time = BootTime(seconds: 100 + now)
      let (angle, rate) = motion(at: now)
      let body = Quaternion(angle: Angle(radians: angle), axis: Vector3(0, 0, 1)).conjugate
      _ = engine.process(
        .acceleration(
          VectorSample(
            time: time,
            value: Vector3(0, 0, PhysicalConstants.standardGravity) + random.vector(0.02))))
      _ = engine.process(
        .magneticField(
          VectorSample(
            time: time, value: body * Vector3(0, 20e-6, -43e-6) + random.vector(0.2e-6))))
      _ = engine.process(
        .angularRate(
          VectorSample(time: time, value: Vector3(0, 0, rate) + random.vector(0.001))))
      if engine.orientation.endedFalseStationaryPeriod { count += 1 }
      guard index % 100 == 50 else { continue }
      var fix = Fix(time: time, coordinate: place)
      fix.horizontalAccuracy = 3
      (fix.speed, fix.speedAccuracy, fix.climbRate) = (0.02, 0.1, 0)
      _ = engine.process(.fix(fix))
      if now < Self.moved {
        _ = engine.process(
          .heading(
            HeadingObservation(
              time: time, value: .geographic(Heading(Angle(radians: -angle))),
              accuracy: Angle(degrees: 2))))
      }
    }
  }

  /// Variance of the navigation filter's gyroscope bias about the vertical, (rad/s)².
  var variance: Double {
    let head = engine.navigator.head
    return head.covariance.variances(at: ErrorIndex.gyroscopeBias).z
  }
}
