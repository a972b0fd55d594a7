import Foundation
import HeadingGeometry
import Testing

struct QuaternionTests {
  @Test(arguments: [0, 1e-12, 1e-6, 1e-3, 0.02, 0.1, 0.199, 0.201, 0.5, 1.5, 3.1])
  func `a rotation vector gives cosine and sine of half its angle`(angle: Double) {
    let axis = Vector3(2, -3, 6) / 7
    let quaternion = Quaternion(rotationVector: axis * angle)
    #expect(abs(quaternion.w - cos(angle / 2)) < 3e-16)
    #expect((quaternion.vector - axis * sin(angle / 2)).length < 3e-16)
  }
}
