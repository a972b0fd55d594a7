import HeadingGeometry
import HeadingSensing
import RealModule
import Testing

@testable import HeadingEngine

/// Tilt error observed by velocities widens the bound of the magnetic heading.
struct TiltResidualTests {
  private func up(tilted angle: Double) -> Vector3 {
    Vector3(0, Double.sin(angle), Double.cos(angle))
  }

  private func run(_ residual: inout TiltResidual, angle: Double, steps: Int) {
    for step in 0..<steps {
      residual.update(
        up(tilted: angle), known: up(tilted: 0), variance: 0,
        at: BootTime(seconds: 0.02 * Double(step)))
    }
  }

  @Test(arguments: [0.0, 0.01, 0.05])
  func `a tilt error turns an azimuth by its component across the field`(angle: Double) {
    var residual = TiltResidual()
    run(&residual, angle: angle, steps: 1000)
    let expected = angle / 2.squareRoot() * Double.tan(Angle(degrees: 65).radians)
    #expect(abs(residual.deviation(inclination: Angle(degrees: 65)) - expected) < 0.001)
    #expect(residual.deviation(inclination: Angle(degrees: 0)) == 0)
  }

  @Test func `a reset residual gives no heading error`() {
    var residual = TiltResidual()
    run(&residual, angle: 0.1, steps: 2)
    #expect(residual.deviation(inclination: Angle(degrees: 65)) > 0.1)
    residual.reset()
    #expect(residual.deviation(inclination: Angle(degrees: 65)) == 0)
  }

  @Test func `the vertical field at a pole gives a finite deviation`() {
    var residual = TiltResidual()
    run(&residual, angle: 0.1, steps: 2)
    #expect(residual.deviation(inclination: Angle(degrees: 90)).isFinite)
  }
}
