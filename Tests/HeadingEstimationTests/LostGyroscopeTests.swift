import HeadingEstimation
import Testing

/// Loss of the gyroscope during operation.
struct LostGyroscopeTests {
  @Test func `a device that has turned keeps its heading when the gyroscope is lost`() {
    var device = FailingDevice(
      rate: 30, turnEnd: 7, gyroscope: { $0 < 12 ? .works : .isGone })
    let errors = device.run(20)
    #expect(errors.beyond() == 0)
    #expect(errors.worst() < 2)
    #expect((errors.last?.bound68 ?? 180) < 10)
  }

  @Test(arguments: [6.0, 30, -60])
  func `the heading without a gyroscope follows a turn within its bound`(rate: Double) {
    var device = FailingDevice(rate: rate, gyroscope: { $0 < 8 ? .works : .isGone })
    let errors = device.run(20)
    #expect(errors.beyond() == 0)
    #expect(abs(errors.last?.heading ?? 180) < 20)
  }

  @Test(arguments: [0.3, 1, 3, 8])
  func `the heading is right when the gyroscope returns`(absence: Double) {
    var device = FailingDevice(
      rate: 30, gyroscope: { $0 < 8 || $0 > 8 + absence ? .works : .isGone })
    let errors = device.run(24)
    #expect(errors.beyond() < 15)
    #expect(errors.worst(from: 10 + absence) < 3)
  }
}
