import Foundation
import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingNavigation

/// Receivers that contradict themselves, and those that are right against the estimate.
struct ContradictionTests {
  /// A vehicle that drives north at 12 m/s; fixes at 5 Hz of 1 m white error an axis.
  private func drive(
    fixes: Int, claimed: Double, spread: Double = 1,
    _ body: (_ fix: FixMeasurement, _ index: Int) -> Void
  ) {
    var random = SplitMix64(state: 12)
    for index in 0..<fixes {
      let time = Double(index) * 0.2
      var fix = FixMeasurement(
        time: BootTime(seconds: 100 + time),
        latitude: 0.8 + (12 * time + spread * random.normal()) / 6_380_000,
        longitude: 0.1 + spread * random.normal() / 4_450_000, deviation: claimed)
      fix.velocity = SIMD2(0, 12)
      body(fix, index)
    }
  }

  @Test func `scatter of metres refutes a reported accuracy of a centimetre`() {
    var scatter = FixScatter()
    drive(fixes: 60, claimed: 0.01) { fix, _ in scatter.update(fix) }
    let seen = scatter.deviation(claimed: 0.01) ?? 0
    // Twenty differences know a deviation to 1/√40.
    #expect(seen > 0.6 && seen < 1.5, "\(seen) m")
  }

  @Test func `a realistic accuracy and a jump are not refuted`() {
    var scatter = FixScatter()
    drive(fixes: 200, claimed: 1) { fix, index in
      var moved = fix
      if index >= 80, index < 100 { moved.longitude += 500 / 4_450_000 }
      scatter.update(moved)
      #expect(scatter.deviation(claimed: 1) == nil)
    }
  }

  @Test func `repeated and slightly late samples are not integrated twice`() {
    var sums = InertialAccumulator()
    for index in 0...100 {
      let moment = BootTime(seconds: 50 + Double(index) * 0.01)
      for late in [0, 0, -0.05] {
        let time = moment.advanced(bySeconds: index % 10 == 0 ? late : 0)
        let hasNoGap = sums.add(rate: Vector3(0, 0, 0.7), at: time)
        #expect(hasNoGap)
        _ = sums.add(force: Vector3(0, 0, 9.8), at: time)
      }
    }
    #expect(abs(sums.interval - 1) < 1e-9)
    #expect(abs(sums.rotation.rotationVector.z - 0.7) < 1e-9)
    #expect(abs(sums.completed.velocityIncrement.z - 9.8) < 1e-9)
  }

  @Test func `forces that follow the rates are integrated to the end of the step`() {
    var sums = InertialAccumulator()
    var velocity = 0.0
    // 3 m/s² at 2 Hz; its integral is 3/ω (1 − cos ωt).
    let omega = 4 * Double.pi
    var worst = 0.0
    for index in 0..<400 {
      let time = Double(index) * 0.01
      let moment = BootTime(seconds: 50 + time)
      _ = sums.add(rate: .zero, at: moment)
      if sums.interval >= 0.02 - 1e-9 {
        velocity += sums.completed.velocityIncrement.z
        sums.begin()
        worst = max(worst, abs(velocity - 3 / omega * (1 - cos(omega * time))))
      }
      _ = sums.add(force: Vector3(0, 0, 3 * sin(omega * time)), at: moment)
    }
    // One sample late would be 3 m/s² · 10 ms.
    #expect(worst < 0.004, "\(worst) m/s")
  }
}
