import HeadingGeometry
import RealModule
import Testing

@testable import HeadingNavigation

/// Heave and sea state against waves that are known.
struct HeaveTests {
  /// A sea of many waves with random phases: the JONSWAP spectrum of 1973.
  private struct Sea {
    /// Amplitude, m, angular frequency, rad/s, and phase of each wave.
    private(set) var waves: [(amplitude: Double, omega: Double, phase: Double)] = []

    init(height: Double, period: Double, peak: Double = 3.3, seed: UInt64) {
      var random = SplitMix64(state: seed)
      var variance = 0.0
      for index in 0..<160 {
        // Unequal distances, so that the sea does not repeat itself.
        let place = Double(index) + Double.random(in: 0..<1, using: &random)
        let frequency = (0.5 + place / 32) / period
        let ratio = 1 / (frequency * period)
        let width = frequency * period <= 1 ? 0.07 : 0.09
        let away = (frequency * period - 1) / width
        let spectrum =
          Double.pow(ratio, 5) * Double.exp(-1.25 * Double.pow(ratio, 4))
          * Double.pow(peak, Double.exp(-away * away / 2))
        variance += spectrum
        waves.append(
          (
            (2 * spectrum).squareRoot(), 2 * Double.pi * frequency,
            Double.random(in: 0..<(2 * Double.pi), using: &random)
          ))
      }
      let scale = height / 4 / variance.squareRoot()
      for index in waves.indices { waves[index].amplitude *= scale }
    }

    func displacement(_ time: Double) -> Double {
      waves.reduce(0) { $0 + $1.amplitude * Double.cos($1.omega * time + $1.phase) }
    }

    func acceleration(_ time: Double) -> Double {
      waves.reduce(0) {
        $0 - $1.amplitude * $1.omega * $1.omega * Double.cos($1.omega * time + $1.phase)
      }
    }
  }

  /// Root mean square of the errors now and delayed, and of what is stated of them, m.
  private struct Result {
    var now = 0.0
    var delayed = 0.0
    var statedNow = 0.0
    var statedDelayed = 0.0
    var sea: SeaState?
    var trueHeight = 0.0
    var truePeriod = 0.0
  }

  private func run(
    _ sea: Sea, seconds: Double, noise: Double = 2e-3, bias: Double = 0.2, seed: UInt64 = 1
  ) -> Result {
    var random = SplitMix64(state: seed)
    var estimator = HeaveEstimator(point: .zero)
    var (result, count) = (Result(), 0.0)
    var (sum, squares, crossings, wasBelow, values) = (0.0, 0.0, 0.0, false, 0.0)
    let rate = 25.0
    for index in 0..<Int(seconds * rate) {
      let time = Double(index) / rate
      // White noise of a density in m/s²/√Hz.
      let measured =
        sea.acceleration(time) + bias + random.normal() * noise * (rate / 2).squareRoot()
      estimator.update(acceleration: measured, attitude: .identity, bias: 0.3, at: time)
      guard let heave = estimator.heave(at: time) else { continue }
      count += 1
      let delayedTruth = sea.displacement(time - heave.delay)
      func add(_ value: inout Double, _ error: Double) { value += error * error }
      add(&result.now, heave.displacement - sea.displacement(time))
      add(&result.delayed, heave.delayed - delayedTruth)
      add(&result.statedNow, heave.accuracy)
      add(&result.statedDelayed, heave.delayedAccuracy)
      guard index % 2 == 0 else { continue }
      values += 1
      sum += delayedTruth
      squares += delayedTruth * delayedTruth
      if delayedTruth >= 0, wasBelow { crossings += 1 }
      wasBelow = delayedTruth < 0
    }
    result.now = (result.now / count).squareRoot()
    result.delayed = (result.delayed / count).squareRoot()
    result.statedNow = (result.statedNow / count).squareRoot()
    result.statedDelayed = (result.statedDelayed / count).squareRoot()
    result.sea = estimator.seaState
    let mean = sum / values
    result.trueHeight = 4 * (squares / values - mean * mean).squareRoot()
    result.truePeriod = values / (rate / 2) / crossings
    return result
  }

  @Test(arguments: [
    (0.3, 3.0, 1.0), (0.5, 4, 3.3), (1, 6, 3.3), (2, 8, 1), (2, 8, 3.3), (3, 10, 3.3), (4, 14, 3.3),
    (3, 16, 1),
  ])
  func `heave is right to 10 cm or 10 % now, and to 5 cm or 5 % ten seconds later`(
    height: Double, period: Double, peak: Double
  ) {
    let sea = Sea(height: height, period: period, peak: peak, seed: UInt64(period * 10))
    let result = run(sea, seconds: 1280)
    let heave = height / 4
    #expect(result.now < max(0.1, 0.1 * heave))
    #expect(result.delayed < max(0.05, 0.05 * heave))
    // The stated accuracy covers what a filter for lower waves would say, so it is a little large.
    #expect(result.now < 1.1 * result.statedNow && result.now > 0.4 * result.statedNow)
    #expect(result.delayed < 1.1 * result.statedDelayed)
    guard let state = result.sea, let mean = state.period, let error = state.periodAccuracy else {
      Issue.record("no sea state")
      return
    }
    #expect(state.duration == 1200)
    #expect(abs(state.waveHeight / result.trueHeight - 1) < 0.05)
    #expect(abs(state.waveHeight - result.trueHeight) < 3 * state.waveHeightAccuracy)
    #expect(abs(mean / result.truePeriod - 1) < 0.03)
    #expect(abs(mean - result.truePeriod) < 3 * error)
  }

  @Test func `a calm has no heave, however large the bias`() {
    let calm = Sea(height: 0, period: 8, seed: 1)
    let result = run(calm, seconds: 400, bias: 0.5)
    #expect(result.now < 0.06 && result.delayed < 0.02)
    #expect((result.sea?.waveHeight ?? 1) < 0.05)
    #expect(result.sea?.period == nil)
  }

  /// Heave of a calm in which the measured acceleration has an error from second 200 on: the largest
  /// error in the following minute, m, and that error over the stated accuracy.
  private func disturbed(
    _ error: (Double) -> Double, attitude: (Double) -> Quaternion = { _ in .identity },
    bias: Double = 0
  ) -> (error: Double, ratio: Double) {
    var random = SplitMix64(state: 3)
    var estimator = HeaveEstimator(point: .zero)
    var worst = (error: 0.0, ratio: 0.0)
    let rate = 50.0
    for index in 0..<Int(290 * rate) {
      let time = Double(index) / rate
      let late = time - 200
      let noise = random.normal() * 2e-3 * (rate / 2).squareRoot()
      estimator.update(
        acceleration: noise + (late > 0 ? error(late) : 0), attitude: attitude(late), bias: bias,
        at: time)
      guard late > 0, let heave = estimator.heave(at: time) else { continue }
      worst.error = max(worst.error, abs(heave.delayed))
      worst.ratio = max(worst.ratio, abs(heave.delayed) / heave.delayedAccuracy)
    }
    return worst
  }

  @Test func `a step and a drift of the acceleration are in the stated accuracy`() {
    // 10 mg at once; 1 mg a minute.
    let step = disturbed { _ in 0.1 }
    #expect(step.ratio < 6, "\(step)")
    let drift = disturbed { $0 * 1.6e-4 }
    #expect(drift.error < 0.1 && drift.ratio < 3, "\(drift)")
  }

  @Test func `vibration and a blow do not reach the heave of ten seconds before`() {
    for frequency in [2.9, 3.3, 4.1, 4.8] {
      let shaken = disturbed { 0.5 * Double.cos(2 * .pi * frequency * $0) }
      #expect(shaken.error < 0.03, "\(frequency) Hz: \(shaken)")
    }
    // Up, down and up: place and velocity are the same afterwards.
    let blow = disturbed { late in
      guard late > 10, late < 10.2 else { return 0 }
      return late > 10.05 && late < 10.15 ? -20 : 20
    }
    #expect(blow.error < 0.15 && blow.ratio < 4, "\(blow)")
  }

  @Test func `a change of heel with a bias is in the stated accuracy`() {
    let heel = { (late: Double) in
      Angle(degrees: 25 * min(max(late / 10, 0), 1)).radians
    }
    // 30 mg to the right.
    let tack = disturbed(
      { 0.3 * Double.sin(heel($0)) },
      attitude: { Quaternion(angle: Angle(radians: heel($0)), axis: Vector3(0, 1, 0)) }, bias: 0.3)
    #expect(tack.ratio < 3, "\(tack)")
  }

  @Test func `equations with a Toeplitz matrix are solved`() {
    let row = [4.0, 1.5, -0.5, 0.25, 0.75]
    let sides = [[1.0, 2, 3, 4, 5], [0, 0, 1, 0, -2]]
    let solutions = ToeplitzSystem.solve(row: row, sides: sides)
    for (solution, side) in zip(solutions, sides) {
      for index in row.indices {
        var sum = 0.0
        for other in row.indices { sum += row[abs(index - other)] * solution[other] }
        #expect(abs(sum - side[index]) < 1e-12)
      }
    }
  }

  @Test func `means are those of the line between samples at any times`() {
    var means = IntervalMeans(interval: 0.1)
    var found: [Double] = []
    var random = SplitMix64(state: 4)
    var time = 100.0
    // Of a straight line each mean is the value in the middle of its interval.
    for _ in 0..<200 {
      means.add(3 * time - 7, at: time) { mean, end in
        found.append(mean - (3 * (end - 0.05) - 7))
      }
      time += Double.random(in: 0.001..<0.35, using: &random)
    }
    #expect(found.count > 200 && found.allSatisfy { abs($0) < 1e-9 })
  }

  @Test func `after a gap the estimate starts again, and time never runs back`() {
    var estimator = HeaveEstimator(point: .zero)
    func feed(_ from: Double, _ seconds: Double) {
      for index in 0..<Int(seconds * 20) {
        estimator.update(
          acceleration: 0, attitude: .identity, bias: 0.3, at: from + Double(index) / 20)
      }
    }
    feed(0, 69)
    #expect(estimator.heave(at: 69) == nil)
    feed(69, 2)
    #expect(estimator.heave(at: 71) != nil)
    #expect(estimator.heave(at: 72) == nil)
    estimator.update(acceleration: .nan, attitude: .identity, bias: 0.3, at: 71)
    estimator.update(acceleration: 1e300, attitude: .identity, bias: 0.3, at: 5)
    #expect(estimator.heave(at: 71)?.displacement == 0)
    feed(73, 60)
    #expect(estimator.heave(at: 133) == nil)
    feed(133, 20)
    #expect(estimator.heave(at: 153) != nil)
  }

  @Test func `the heave of a point ahead has the pitch in it`() {
    var estimator = HeaveEstimator(point: Vector3(0, 10, 0))
    var worst = 0.0
    for index in 0..<4000 {
      let time = Double(index) / 25
      let omega = 2 * Double.pi / 7
      let pitch = Angle(degrees: 3).radians * Double.cos(omega * time)
      estimator.update(
        acceleration: 0,
        attitude: Quaternion(angle: Angle(radians: pitch), axis: Vector3(1, 0, 0)), bias: 0,
        at: time)
      guard time > 80, let heave = estimator.heave(at: time) else { continue }
      worst = max(worst, abs(heave.displacement - 10 * Double.sin(pitch)))
    }
    #expect(worst > 0 && worst < 0.03)
    #expect(abs((estimator.heave(at: 160)?.speed ?? 9)) < 0.6)
  }
}
