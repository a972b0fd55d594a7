import HeadingGeometry
import Testing

@testable import HeadingEstimation

/// The mixture of north hypotheses after a change of the local field.
struct FieldMixtureTests {
  private let former = Vector3(0, 20e-6, -40e-6)

  /// The former field turned about the vertical, its strength changed by a share.
  private func turned(_ degrees: Double, stronger share: Double = 0) -> Vector3 {
    Quaternion(angle: Angle(degrees: degrees), axis: Vector3(0, 0, 1)) * former * (1 + share)
  }

  /// A mixture in which a field has just replaced the former one.
  private func mixture(with field: Vector3) -> FieldMixture {
    var mixture = FieldMixture()
    mixture.addTime(60, isResting: false)
    mixture.change(
      from: former, to: field, age: 6, headingVariance: 1e-3, localVariance: 3e-4)
    return mixture
  }

  @Test func `a field like the former one but rotated shows an unmeasured rotation`() {
    var mixture = mixture(with: turned(60, stronger: 0.08))
    #expect(mixture.isFieldChanged)
    mixture.updateOdds(field: turned(60, stronger: 0.08), localVariance: 3e-4)
    #expect(mixture.isFieldChanged)
    #expect(abs(mixture.offset) > Angle(degrees: 50).radians)
    mixture.updateOdds(field: turned(60, stronger: 0.01), localVariance: 3e-4)
    #expect(!mixture.isFieldChanged)
    #expect(mixture.offset == 0)
  }

  @Test func `a small rotation at the same strength is weighted by the odds`() {
    var mixture = mixture(with: turned(20, stronger: 0.08))
    mixture.updateOdds(field: turned(20, stronger: 0.01), localVariance: 3e-4)
    #expect(mixture.isFieldChanged)
  }
}
