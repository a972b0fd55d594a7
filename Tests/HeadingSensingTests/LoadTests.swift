import HeadingGeometry
import HeadingSensing
import Testing

/// A vehicle's load: what it was a moment ago, and what it does to the field.
struct LoadTests {
  private func time(_ seconds: Double) -> BootTime { BootTime(seconds: 100 + seconds) }

  private func history(_ readings: [(Double, Double)]) -> LoadHistory {
    var history = LoadHistory()
    for (seconds, value) in readings {
      history.add(ScalarSample(time: time(seconds), value: value))
    }
    return history
  }

  @Test func `the load is interpolated between readings, and held for a second around them`() {
    let load = history([(0, 2), (0.5, 4), (1, 0)])
    #expect(abs((load.value(at: time(0.25)) ?? 0) - 3) < 1e-9)
    #expect(abs((load.value(at: time(0.75)) ?? 9) - 2) < 1e-9)
    #expect(load.value(at: time(1.9)) == 0)
    #expect(load.value(at: time(2.1)) == nil)
    #expect(load.value(at: time(-0.9)) == 2)
    #expect(load.value(at: time(-1.1)) == nil)
    #expect(LoadHistory().value(at: time(0)) == nil)
  }

  @Test func `a fast channel is averaged and reaches far enough back`() {
    let fast = history((0..<2000).map { (Double($0) * 0.005, $0 % 2 == 0 ? 0 : 10) })
    let now = 1999 * 0.005
    for back in [0.2, 1, LoadHistory.length] {
      #expect(abs((fast.value(at: time(now - back)) ?? 0) - 5) < 1)
    }
  }

  @Test func `a long gap is not interpolated`() {
    let load = history([(0, 2), (10, 4)])
    #expect(load.value(at: time(0.5)) == 2)
    #expect(load.value(at: time(5)) == nil)
    #expect(load.value(at: time(10)) == 4)
  }

  @Test func `readings that are late or not finite are ignored`() {
    let load = history([(1, 3), (1.1, .nan), (1.2, .infinity), (0.5, 9)])
    #expect(load.value(at: time(1.2)) == 3)
  }

  @Test(arguments: [(0.0...10, 0.0), (-5...5, 0), (2...8, 2), (-9 ... -3, -3)])
  func `the hard iron is valid at zero load, or at the nearest one`(
    range: ClosedRange<Double>, reference: Double
  ) {
    let effect = LoadEffect(field: Vector3(1e-6, 0, 0), delay: 0, range: range)
    #expect(effect.reference == reference)
    #expect(effect.field(at: reference) == .zero)
    #expect(abs(effect.field(at: reference + 1).x - 1e-6) < 1e-12)
  }

  @Test func `an unknown load, or one outside the range, is less certain`() {
    let effect = LoadEffect(field: Vector3(0, 3e-6, 4e-6), delay: 0, range: 0...10)
    #expect(abs(effect.swing - 50e-6) < 1e-12)
    #expect(effect.deviation(at: 7) == 0)
    #expect(abs(effect.deviation(at: 12) - 5e-6) < 1e-12)
    // The deviation of what may be anything from 0 to 50 µT, about 0.
    #expect(abs(effect.deviation(at: nil) - 50e-6 / 3.0.squareRoot()) < 1e-12)
  }
}
