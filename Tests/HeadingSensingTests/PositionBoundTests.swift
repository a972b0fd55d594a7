import Foundation
import HeadingSensing
import Testing

/// The radius that holds 68 % of a normal distribution in the plane.
struct PositionBoundTests {
  @Test(arguments: [0.01, 1, 250.0])
  func `the radius has 68 % coverage for a Rayleigh distribution`(deviation: Double) {
    let radius = PositionBound.radius68(variances: 2 * deviation * deviation)
    let inside = 1 - exp(-radius * radius / (2 * deviation * deviation))
    // Four decimals of the factor.
    #expect(abs(inside - 0.68) < 1e-4)
    #expect(abs(PositionBound.deviation(radius68: radius) / deviation - 1) < 1e-12)
  }

  @Test func `variances that differ by a factor of four count by their mean, within 3 %`() {
    // The share within a radius, by the midpoint rule over the angle: the radial part in closed form.
    let (one, other) = (1.0, 4.0)
    let radius = PositionBound.radius68(variances: one + other)
    let count = 3600
    let inside = (0..<count).reduce(0.0) { sum, index in
      let angle = (Double(index) + 0.5) * 2 * .pi / Double(count)
      let rate = pow(cos(angle), 2) / (2 * one) + pow(sin(angle), 2) / (2 * other)
      return sum + (1 - exp(-rate * radius * radius)) / rate
    }
    let share = inside / Double(count) / (2 * (one * other).squareRoot())
    #expect(abs(share - 0.68) < 0.03, "\(share)")
  }
}
