import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingNavigation

/// The covariance through thousands of steps and measurements.
struct CovarianceTests {
  @Test func `the covariance stays exactly symmetric with positive variances`() throws {
    var navigator = Navigator()
    var configuration = Navigator.Configuration()
    configuration.motion = .forward
    navigator.configure(configuration)
    var context = NavigationContext()
    context.up = Vector3(0, 0, 1)
    context.upDeviation = 0.01
    context.field = Vector3(1e-6, 20e-6, -40e-6)
    context.declination = Angle(degrees: 3)
    for index in 0..<1500 {
      let time = BootTime(seconds: 100 + Double(index) * 0.02)
      let sway = Angle(radians: Double(index) * 0.03).sine
      navigator.take(
        acceleration: VectorSample(time: time, value: Vector3(0.1 * sway, 0.5 * sway, 9.8)))
      let rate = VectorSample(time: time, value: Vector3(0.01, 0.02 * sway, 0.3 * sway))
      if navigator.take(angularRate: rate) { navigator.completeStep(context) }
      if index % 2 == 0 { navigator.take(pressureAltitude: 400 + 0.1 * sway) }
      if index % 10 == 0 {
        var fix = Fix(
          time: time.advanced(bySeconds: -0.2),
          coordinate: try #require(Coordinate(latitude: 47, longitude: 8)))
        fix.altitude = 380
        fix.horizontalAccuracy = 2
        fix.speed = 0.1
        fix.speedAccuracy = 0.1
        navigator.take(fix)
      }
    }
    #expect(navigator.head.mode == .aligned)
    let covariance = navigator.head.covariance
    for row in 0..<ErrorIndex.count {
      #expect(covariance[row, row] > 0 && covariance[row, row].isFinite)
      for column in 0..<row {
        #expect(covariance[row, column] == covariance[column, row])
        // No correlation beyond one.
        let product = covariance[row, column] * covariance[row, column]
        #expect(product <= covariance[row, row] * covariance[column, column] * (1 + 1e-9))
      }
    }
  }

  @Test func `a measurement as accurate as the state halves its variance`() {
    var covariance = ErrorCovariance()
    covariance[3, 3] = 4
    covariance[5, 5] = 9
    covariance[3, 5] = 2
    covariance[5, 3] = 2
    var row = ErrorVector()
    row[3] = 1
    let cross = covariance.product(row)
    covariance.update(cross: cross, variance: 4 + 4)
    // P − P hᵀ h P / (h P hᵀ + r) by hand.
    #expect(abs(covariance[3, 3] - 2) < 1e-12)
    #expect(abs(covariance[5, 5] - 8.5) < 1e-12)
    #expect(abs(covariance[3, 5] - 1) < 1e-12)
  }

  @Test func `vertical propagation equals the full model`() {
    var whole = ErrorCovariance()
    let alive = [2, 5, 12, 13, 14, 15]
    for (place, index) in alive.enumerated() {
      whole[index, index] = 1 + 0.3 * Double(place)
      for other in alive[..<place] {
        whole[index, other] = 0.1 * Double(index - other)
        whole[other, index] = whole[index, other]
      }
    }
    var vertical = whole
    let attitude = AttitudeAngles(
      heading: Angle(degrees: 70), pitch: Angle(degrees: 20), roll: Angle(degrees: -35)
    ).quaternion
    whole.propagate(
      ErrorCovariance.Transition(
        interval: 0.02, turn: .zero, velocityIncrement: Vector3(0, 0, 0.2),
        rotation: attitude.matrix,
        isDriven: SIMD3(0, 0, 1)))
    vertical.propagateVertically(
      interval: 0.02, up: attitude.conjugate * Vector3(0, 0, 1))
    for row in alive {
      for column in alive {
        // Round-off of another order of operations.
        #expect(abs(whole[row, column] - vertical[row, column]) < 1e-13)
        #expect(vertical[row, column] == vertical[column, row])
      }
    }
  }
}
