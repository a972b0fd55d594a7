import Testing

@testable import HeadingChips

struct MeasurementClockTests {
  @Test(arguments: [-0.02, -0.001, 0, 0.001, 0.02])
  func `irregular requests give regular times`(_ clockError: Double) throws {
    let period: Int64 = 10_000_000
    let actual = 10_000_000 / (1 + clockError)
    var clock = MeasurementClock(rate: 100, at: 0)
    var (now, given): (Int64, Int) = (0, 0)
    var state: UInt64 = 1
    var times: [Int64] = []
    while given < 5000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // Requests after 2 to 27 ms.
      now += 2_000_000 + Int64(state >> 33) % 25_000_000
      let ended = Int(Double(now) / actual)
      times += try clock.times(of: ended - given, at: now)
      given = ended
    }
    #expect(times.count == given)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    let errors = times.enumerated().map { Double($1) - Double($0 + 1) * actual }
    // A clock that is 2 % off shifts the times by eight requests' drift, a quarter of a period.
    #expect(errors.allSatisfy { abs($0) < 0.75 * Double(period) })
    #expect(abs(errors.reduce(0, +) / Double(errors.count)) < 0.3 * Double(period))
    let steps = zip(times, times.dropFirst()).map { Double($1 - $0) - actual }
    let deviation = (steps.map { $0 * $0 }.reduce(0, +) / Double(steps.count)).squareRoot()
    #expect(deviation < 0.15 * Double(period))
  }

  @Test func `a loss of samples moves the times to the present`() throws {
    var clock = MeasurementClock(rate: 100, at: 0)
    for index in 1...20 {
      _ = try clock.times(of: 1, at: Int64(index) * 10_000_000)
    }
    let times = try clock.times(of: 3, at: 5_000_000_000)
    #expect(times.count == 3 && times[2] <= 5_000_000_000 && times[2] >= 4_990_000_000)
  }

  @Test func `no sample for a second is an error, and a clock that stands still is not`() throws {
    var clock = MeasurementClock(rate: 100, at: 0)
    #expect(try clock.times(of: 0, at: 1_000_000_000).isEmpty)
    #expect(throws: ChipError.notReady("its measurement")) {
      try clock.times(of: 0, at: 1_100_000_000)
    }
    let first = try clock.times(of: 2, at: 1_200_000_000)
    let second = try clock.times(of: 2, at: 1_200_000_000)
    #expect(first[0] < first[1] && first[1] < second[0] && second[0] < second[1])
  }
}
