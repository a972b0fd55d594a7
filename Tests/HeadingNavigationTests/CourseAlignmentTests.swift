import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingNavigation

/// When the course of a vehicle that moves forward is its heading.
struct CourseAlignmentTests {
  /// What comes of differences of course and gyroscope, one a second, degrees.
  private func result(of differences: [Double], noise: Double = 2) -> Double? {
    var alignment = CourseAlignment()
    var angle: Double?
    for (index, value) in differences.enumerated() {
      angle = alignment.update(
        Angle(degrees: value).radians, noise: Angle(degrees: noise).radians,
        at: BootTime(seconds: Double(index)))
      if angle != nil { break }
    }
    return angle.map { Angle(radians: $0).degrees }
  }

  @Test func `three seconds in which the course turns as the gyroscope does tell the heading`()
    throws
  {
    #expect(result(of: [170, 171, 169]) == nil)
    let angle = try #require(result(of: [170, 171, 169, 170]))
    #expect(abs(angle - 170) < 1)
  }

  @Test func `the mean is taken across the turn of the circle`() throws {
    let angle = try #require(result(of: [179, -179, 179, -179]))
    #expect(abs(Angle(degrees: angle - 180).normalized.degrees) < 1)
  }

  @Test func `a course that a receiver holds while the vehicle turns tells nothing`() {
    // 15° a second of a slow bend that the receiver has not noticed.
    #expect(result(of: stride(from: 0.0, to: 300, by: 15).map { -$0 }) == nil)
  }

  @Test func `a gap begins anew`() {
    var alignment = CourseAlignment()
    for second in [0.0, 1, 2, 6, 7, 8] {
      #expect(alignment.update(0.5, noise: 0.05, at: BootTime(seconds: second)) == nil)
    }
    #expect(alignment.update(0.5, noise: 0.05, at: BootTime(seconds: 9)) != nil)
  }
}
