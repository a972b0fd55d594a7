import HeadingClock
import HeadingSensing
import Testing

struct TimestampMapperTests {
  private let boot = BootTime(seconds: 1000)

  @Test func `boottime stamps are unchanged`() {
    var mapper = TimestampMapper(timing: .kernelBoottime, period: 0.01)
    var times: [BootTime] = []
    let stamps: [Int64] = [999_980_000_000, 999_990_000_000]
    #expect(mapper.map(stamps, arrival: boot, into: &times) == nil)
    #expect(times.map(\.nanoseconds) == stamps)
  }

  @Test func `stamps that are not boottime though it is selected are mapped, with a notice`() {
    var mapper = TimestampMapper(timing: .kernelBoottime, period: 0.01)
    var times: [BootTime] = []
    let realtime: Int64 = 1_763_000_000_000_000_000
    #expect(mapper.map([realtime], arrival: boot, into: &times) == .notBoottime)
    #expect(times == [boot])
    #expect(mapper.timing == .mapped)
  }

  @Test(arguments: [-2.8, 0, 1.0, 1.7e9, -1e6], [0.0, 100e-6, -100e-6])
  func `a remote clock with any offset and drift is mapped to within the smallest delay`(
    _ shift: Double, _ drift: Double
  ) {
    var mapper = TimestampMapper(timing: .mapped, period: 0.01)
    var times: [BootTime] = []
    var worst = 0.0
    for index in 0..<60_000 {
      let truth = 1000 + Double(index) * 0.01
      // Delays between 1 and 11 ms, a pseudo-random walk over all of them.
      let delay = 0.001 + Double((index * 7919) % 101) * 0.0001
      let stamp = BootTime(seconds: truth + shift + drift * Double(index) * 0.01).nanoseconds
      let event = mapper.map([stamp], arrival: BootTime(seconds: truth + delay), into: &times)
      #expect(event == nil)
      if index > 200 { worst = max(worst, abs(times[0].seconds - truth)) }
    }
    // The smallest delay stays in, and the offset may have risen by 600 ppm over the second of the walk.
    #expect(worst < 0.001 + 0.0015)
  }

  @Test func `a stall is not mistaken for a step of the clock`() {
    var mapper = TimestampMapper(timing: .mapped, period: 0.01)
    var times: [BootTime] = []
    for index in 0..<100 {
      let truth = Double(index) * 0.01
      _ = mapper.map(
        [BootTime(seconds: truth).nanoseconds], arrival: BootTime(seconds: 500 + truth + 0.001),
        into: &times)
    }
    // Three seconds later the queue is drained at once.
    for index in 100..<150 {
      let truth = Double(index) * 0.01
      let event = mapper.map(
        [BootTime(seconds: truth).nanoseconds], arrival: BootTime(seconds: 504), into: &times)
      #expect(event == nil)
      #expect(abs(times[0].seconds - 500 - truth) < 0.003)
    }
  }

  @Test(arguments: [3600.0, -3600.0])
  func `a step of the clock is reported and the times continue`(_ step: Double) {
    var mapper = TimestampMapper(timing: .mapped, period: 0.01)
    var times: [BootTime] = []
    var events: [TimestampMapper.Event] = []
    var last = BootTime(seconds: 0)
    for index in 0..<1500 {
      let truth = 5000 + Double(index) * 0.01
      let stamp = BootTime(seconds: truth + (index < 500 ? 0 : step)).nanoseconds
      let event = mapper.map([stamp], arrival: BootTime(seconds: truth), into: &times)
      if let event { events.append(event) }
      #expect(times[0] > last)
      last = times[0]
    }
    #expect(events == [.clockStepped])
    #expect(abs(last.seconds - (5000 + 14.99)) < 0.02)
  }

  @Test(arguments: [Int64(0), 42, 1_763_000_000_000_000_000])
  func `a constant stamp is replaced by the time of arrival, with one notice`(_ stamp: Int64) {
    var mapper = TimestampMapper(timing: .mapped, period: 0.04)
    var times: [BootTime] = []
    var events: [TimestampMapper.Event] = []
    for index in 0..<100 {
      let arrival = BootTime(seconds: 10 + Double(index) * 0.04)
      if let event = mapper.map([stamp], arrival: arrival, into: &times) { events.append(event) }
      if index > 0 { #expect(abs(times[0].seconds - arrival.seconds) < 1e-6) }
    }
    #expect(events == [.stampsStuck])
    #expect(mapper.timing == .arrival)
  }

  @Test func `without stamps the times of a block precede its arrival by multiples of the period`()
  {
    var mapper = TimestampMapper(timing: .arrival, period: 0.01)
    var times: [BootTime] = []
    #expect(mapper.map([0, 0, 0, 0], arrival: boot, into: &times) == nil)
    for (index, time) in times.enumerated() {
      #expect(abs(time.seconds - (999.97 + Double(index) * 0.01)) < 1e-8)
    }
  }

  @Test func `times increase and are not later than the arrival`() {
    var mapper = TimestampMapper(timing: .mapped, period: 0.01)
    var times: [BootTime] = []
    var last = BootTime(nanoseconds: .min)
    for block in 0..<200 {
      let arrival = BootTime(seconds: 100 + Double(block) * 0.02)
      // Stamps that jitter by more than their distance.
      let stamps = (0..<2).map { Int64(block * 20 + $0 * 10 + (block * 37) % 25) * 1_000_000 }
      _ = mapper.map(stamps, arrival: arrival, into: &times)
      for time in times {
        #expect(time > last)
        #expect(time.seconds(since: arrival) < 1e-6)
        last = time
      }
    }
  }

  @Test func `after an overrun stale samples are dropped and the gap is reported, once each`() {
    var clock = StreamClock(timing: .kernelBoottime, period: 0.01, samples: 2)
    var told: [String] = []
    var dropped = 0
    func block(_ stamp: Double, _ arrival: Double) {
      told += clock.take(
        stamps: [
          BootTime(seconds: stamp - 0.01).nanoseconds, BootTime(seconds: stamp).nanoseconds,
        ], BootTime(seconds: arrival))
      dropped += clock.isFresh.count { !$0 }
    }
    for index in 0..<50 { block(100 + Double(index) * 0.02, 100.001 + Double(index) * 0.02) }
    #expect(told == [])
    // The reader stalled for 3 s; six blocks of old samples, then now.
    for index in 50..<56 { block(100 + Double(index) * 0.02, 104) }
    #expect(dropped == 12)
    block(104, 104.001)
    #expect(dropped == 12)
    #expect(told.count == 2)
    #expect(told[0].contains("older than 0.5 s"))
    #expect(told[1].contains("gap"))
  }
}
