import Foundation
import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingNavigation

/// A vehicle that leans back as much as it is driven.
struct SquatTests {
  /// Drives north over hills of ±3 %, now faster, now slower, leaning back by `squat` rad per m/s² of drive.
  private func drive(
    squat: Double, seconds: Double
  ) -> (filter: NavigationFilter, attitude: Quaternion) {
    var random = SplitMix64(state: 77)
    var filter = NavigationFilter(parameters: NavigationParameters())
    filter.motion = .forward
    let dt = 0.02
    let gravity = PhysicalConstants.standardGravity
    func speed(_ time: Double) -> Double { 9 + 4 * sin(0.5 * time) }
    func slope(_ time: Double) -> Double { 0.03 * sin(0.11 * time) }
    func velocity(_ time: Double) -> Vector3 {
      Vector3(0, speed(time) * cos(slope(time)), speed(time) * sin(slope(time)))
    }
    func pitch(_ time: Double) -> Double {
      slope(time) + squat * (2 * cos(0.5 * time) + gravity * slope(time))
    }
    func attitude(_ time: Double) -> Quaternion {
      Quaternion(angle: Angle(radians: pitch(time)), axis: Vector3(1, 0, 0))
    }
    let bias = Vector3(0.02, -0.03, 0.01)
    var (north, height) = (0.0, 400.0)
    for index in 0..<Int(seconds / dt) {
      let (begin, end) = (Double(index) * dt, Double(index + 1) * dt)
      let velocityIncrement = velocity(end) - velocity(begin) + Vector3(0, 0, gravity * dt)
      let way = (velocity(begin) + velocity(end)) * (dt / 2)
      north += way.y
      height += way.z
      var step = NavigationStep()
      step.interval = dt
      step.isInertial = true
      step.turn =
        Vector3(pitch(end) - pitch(begin), 0, 0) + random.vector() * (1.7e-4 * dt.squareRoot())
      step.velocityIncrement =
        attitude(begin).conjugate * velocityIncrement + bias * dt + random.vector()
        * (0.01 * dt.squareRoot())
      step.up = attitude(end).conjugate * Vector3(0, 0, 1)
      step.upDeviation = 0.01
      step.pressureAltitude = height + 0.1 * random.normal()
      step.pressureCount = 1
      step.heading = .init(value: 0.02 * random.normal(), deviation: 0.02)
      let time = BootTime(seconds: 100 + end)
      filter.advance(step, to: time)
      guard index % 10 == 9 else { continue }
      var fix = FixMeasurement(
        time: time, latitude: 0.8 + (north + 0.5 * random.normal()) / 6_380_000,
        longitude: 0.1 + 0.5 * random.normal() / 4_450_000, deviation: 1)
      fix.altitude = height + random.normal()
      fix.altitudeDeviation = 1.5
      fix.velocity = SIMD2(0.05 * random.normal(), velocity(end).y + 0.05 * random.normal())
      fix.climbRate = velocity(end).z + 0.05 * random.normal()
      fix.velocityDeviation = 0.05
      _ = filter.apply(fix, asWhole: true)
    }
    return (filter, attitude(seconds))
  }

  @Test(arguments: [0.0, 0.0036, 0.006])
  func `the tilt error of a squatting vehicle stays within its bound`(squat: Double) throws {
    let (filter, truth) = drive(squat: squat, seconds: 90)
    #expect(filter.mode == .aligned)
    let error = (filter.state.attitude * truth.conjugate).rotationVector
    let variances = filter.covariance.variances(at: ErrorIndex.attitude)
    #expect(abs(error.x) < 3 * variances.x.squareRoot(), "\(error.x) rad")
    #expect(variances.x.squareRoot() < Angle(degrees: 0.5).radians)
  }
}
