import HeadingEngine
import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import Testing

/// Solutions from simulated samples are marked, and do not affect those from real ones.
struct SimulatedMarkTests {
  private func events(from start: Double, heading: Double) -> [SensorEvent] {
    Array(
      simulatedHat(heading: heading).events(until: 3, startingAt: BootTime(seconds: start)))
  }

  @Test func `every solution after the simulation mark is marked, and none before`() {
    var engine = HeadingEngine()
    let before = events(from: 10, heading: 40).compactMap { engine.process($0) }
    #expect(!before.isEmpty && before.allSatisfy { !$0.isSimulated })
    #expect(engine.process(.simulated(BootTime(seconds: 14), true)) == nil)
    let after = events(from: 15, heading: 40).compactMap { engine.process($0) }
    #expect(!after.isEmpty && after.allSatisfy { $0.isSimulated })
    // A silent source does not make its last values real.
    #expect(engine.process(.tick(BootTime(seconds: 30)))?.isSimulated == true)
  }

  @Test func `solutions after simulated sensors do not depend on them`() {
    let settings = EngineSettings()
    let real: [SensorEvent] =
      [.simulated(BootTime(seconds: 14), false), .settings(BootTime(seconds: 14), settings)]
      + events(from: 15, heading: 200)
    var used = HeadingEngine()
    _ = used.process(.simulated(BootTime(seconds: 9), true))
    for event in events(from: 10, heading: 40) { _ = used.process(event) }
    var fresh = HeadingEngine()
    let expected = real.compactMap { fresh.process($0) }
    let found = real.compactMap { used.process($0) }
    #expect(expected.count > 250)
    #expect(found == expected)
    #expect(found.allSatisfy { !$0.isSimulated })
  }

  @Test func `marking real sensors as real again changes nothing`() {
    let first = events(from: 10, heading: 40)
    let second = events(from: 13.1, heading: 40)
    var engine = HeadingEngine()
    var other = HeadingEngine()
    for event in first {
      _ = engine.process(event)
      _ = other.process(event)
    }
    _ = engine.process(.simulated(BootTime(seconds: 13.05), false))
    #expect(second.compactMap { engine.process($0) } == second.compactMap { other.process($0) })
  }

  @Test(arguments: [true, false])
  func `a simulated receiver's date is dropped`(_ wasToldBefore: Bool) throws {
    var engine = HeadingEngine()
    let date = UniversalTime(year: 2026, month: 7, day: 1)
    func tell(_ date: UniversalTime, _ trust: ClockRelation.Trust, at seconds: Double) {
      _ = engine.process(
        .clock(
          ClockRelation(
            bootTime: BootTime(seconds: seconds), universalTime: date, trust: trust)))
    }
    if wasToldBefore { tell(date, .synchronized, at: 10) }
    _ = engine.process(.simulated(BootTime(seconds: 11), true))
    tell(UniversalTime(year: 2029, month: 7, day: 1), .gnss, at: 11)
    #expect(!engine.solution(at: BootTime(seconds: 12)).universalTime.isMissing)
    _ = engine.process(.simulated(BootTime(seconds: 13), false))
    let after = engine.solution(at: BootTime(seconds: 14)).universalTime
    #expect(
      after.value.map { $0.secondsSince1970 - date.secondsSince1970 } == (wasToldBefore ? 4 : nil))
    // What the user says counts beside simulated sensors, too.
    _ = engine.process(.simulated(BootTime(seconds: 15), true))
    tell(date, .given, at: 15)
    tell(UniversalTime(year: 2029, month: 7, day: 1), .gnss, at: 16)
    _ = engine.process(.simulated(BootTime(seconds: 17), false))
    let given = try #require(engine.solution(at: BootTime(seconds: 18)).universalTime.value)
    #expect(given.secondsSince1970 - date.secondsSince1970 == 3)
  }
}
