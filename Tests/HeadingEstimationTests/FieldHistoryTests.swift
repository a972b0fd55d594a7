import HeadingGeometry
import Testing

@testable import HeadingEstimation

/// How far the heading follows a local field that has changed.
struct FieldHistoryTests {
  private let home = Vector3(0, 20e-6, -40e-6)

  /// The field of home turned about the vertical, its strength changed by a share.
  private func turned(_ degrees: Double, stronger share: Double = 0) -> Vector3 {
    Quaternion(angle: Angle(degrees: degrees), axis: Vector3(0, 0, 1)) * home * (1 + share)
  }

  /// A history in which a field has just replaced home's.
  private func history(with field: Vector3) -> FieldHistory {
    var history = FieldHistory()
    history.spend(60, isResting: false)
    history.change(
      from: home, to: field, age: 6, headingVariance: 1e-3, localVariance: 3e-4)
    return history
  }

  @Test func `a field that turns out to be home's, turned, is a turn that was lost`() {
    var history = history(with: turned(60, stronger: 0.08))
    #expect(history.isAway)
    history.weigh(field: turned(60, stronger: 0.08), localVariance: 3e-4)
    #expect(history.isAway)
    #expect(abs(history.offset) > Angle(degrees: 50).radians)
    history.weigh(field: turned(60, stronger: 0.01), localVariance: 3e-4)
    #expect(!history.isAway)
    #expect(history.offset == 0)
  }

  @Test func `a small turn of the same strength is left to the odds`() {
    var history = history(with: turned(20, stronger: 0.08))
    history.weigh(field: turned(20, stronger: 0.01), localVariance: 3e-4)
    #expect(history.isAway)
  }
}
