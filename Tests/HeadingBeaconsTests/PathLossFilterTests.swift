import Glibc
import Testing

@testable import HeadingBeacons

@Suite(.timeLimit(.minutes(1))) struct PathLossFilterTests {
  @Test func `a loss is the distance of free space`() {
    for (loss, distance) in [(0, 1), (20, 10), (-6.0206, 0.5), (9.5424, 3)] {
      #expect(abs(PathLossFilter(loss: loss, time: 0).distance / distance - 1) < 1e-4)
    }
  }

  /// The error of a beacon that moves as the filter assumes is that of the optimal filter.
  @Test(arguments: [0.1, 0.5, 1.0])
  func `the error reaches the theoretical bound`(interval: Double) {
    let walk = PathLossFilter.walk * interval
    let noise = PathLossFilter.noise * PathLossFilter.noise
    var (squares, count, stated) = (0.0, 0.0, 0.0)
    for seed in 1...40 {
      var normal = NormalNumbers(seed: UInt64(seed))
      var truth = 10.0
      var filter = PathLossFilter(
        loss: truth + PathLossFilter.noise * normal.next(), time: 0)
      for step in 1...600 {
        truth += walk.squareRoot() * normal.next()
        filter.take(truth + PathLossFilter.noise * normal.next(), time: Double(step) * interval)
        guard step > 100 else { continue }
        squares += (filter.loss - truth) * (filter.loss - truth)
        stated += filter.variance
        count += 1
      }
    }
    let bound = TextbookFilter.steady(walk: walk, noise: noise)
    // No filter is better; that against outliers costs little without any.
    #expect((0.93...1.12).contains(squares / count / bound), "\(squares / count / bound)")
    #expect((0.98...1.25).contains(stated / count / bound), "\(stated / count / bound)")
  }

  @Test func `a distance at rest has no bias, unlike a mean of distances`() {
    var (logarithm, naive, count) = (0.0, 0.0, 0.0)
    for seed in 1...200 {
      var normal = NormalNumbers(seed: UInt64(seed))
      // 3 m.
      let truth = 20 * log10(3.0)
      var filter = PathLossFilter(loss: truth + 5 * normal.next(), time: 0)
      for step in 1...100 {
        let reading = truth + 5 * normal.next()
        filter.take(reading, time: Double(step) / 10)
        naive += pow(10, reading / 20) / 3
        count += 1
      }
      logarithm += log(filter.distance / 3)
    }
    #expect(abs(logarithm / 200) < 0.03, "\(logarithm / 200)")
    // exp(s²/2) with s = 5 dB in the natural logarithm of the distance.
    #expect(abs(naive / count - exp(pow(5 * log(10.0) / 20, 2) / 2)) < 0.02)
  }

  @Test func `deep fades cost less than in a filter that believes them`() {
    var (robust, plain, count) = (0.0, 0.0, 0.0)
    for seed in 1...40 {
      var normal = NormalNumbers(seed: UInt64(seed))
      var filter = PathLossFilter(loss: 10, time: 0)
      var textbook = TextbookFilter(value: 10, variance: 25, walk: 0.2, noise: 25)
      for step in 1...400 {
        var reading = 10 + 4 * normal.next()
        if normal.chance(0.1) { reading += 20 }
        filter.take(reading, time: Double(step) / 10)
        textbook.take(reading)
        robust += pow(filter.loss - 10, 2)
        plain += pow(textbook.value - 10, 2)
        count += 1
      }
    }
    #expect((robust / count).squareRoot() < 2.2, "\((robust / count).squareRoot()) dB")
    #expect(robust < 0.65 * plain, "\(robust / plain)")
  }

  @Test func `a beacon that is carried away is followed within a second`() {
    for seed in 1...40 {
      var normal = NormalNumbers(seed: UInt64(seed))
      var filter = PathLossFilter(loss: 0, time: 0)
      for step in 1...100 { filter.take(2 * normal.next(), time: Double(step) / 10) }
      // From 1 m to 10 m.
      for step in 101...110 { filter.take(20 + 2 * normal.next(), time: Double(step) / 10) }
      #expect(abs(filter.loss - 20) < 5, "\(filter.loss) dB")
    }
  }

  @Test func `times that stand still or go back do no harm`() {
    var filter = PathLossFilter(loss: 10, time: 100)
    for time in [100, 99, -1e9, 100, 101.0] { filter.take(12, time: time) }
    #expect((10...12).contains(filter.loss) && filter.variance > 0)
  }
}
