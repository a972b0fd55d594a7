import HeadingEngine
import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import Testing

struct DeterminismTests {
  private let hat = simulatedHat(pitch: 12, roll: 4, turning: 40)

  @Test func `the same events give the same solutions, bit for bit`() {
    var one = EngineRun()
    var other = EngineRun()
    one.feed(hat.events(until: 3))
    other.feed(hat.events(until: 3))
    #expect(one.solutions.count > 290)
    #expect(one.solutions == other.solutions)
  }

  @Test func `absorbing events without solutions changes nothing`() {
    var one = EngineRun()
    one.feed(hat.events(until: 2))
    var silent = HeadingEngine()
    for event in hat.events(until: 2) { silent.absorb(event) }
    let end = one.last.time
    let expected = one.engine.solution(at: end)
    let actual = silent.solution(at: end)
    #expect(actual.attitude == expected.attitude)
    #expect(actual.magneticHeading == expected.magneticHeading)
    #expect(actual.headingAccuracy95 == expected.headingAccuracy95)
  }

  @Test func `late events do not let time run backwards`() {
    var late: [SensorEvent] = []
    var events: [SensorEvent] = []
    for event in hat.events(until: 4) {
      events.append(event)
      // A magnetometer's sample arrives 150 ms after it was taken, one in 40 much later.
      if case .magneticField(var sample) = event {
        events.removeLast()
        late.append(event)
        if late.count > 6 { events.append(late.removeFirst()) }
        if events.count % 40 == 0 {
          sample.time = sample.time.advanced(bySeconds: -20)
          events.append(.magneticField(sample))
        }
      }
    }
    var run = EngineRun()
    run.feed(events)
    for (earlier, later) in zip(run.solutions, run.solutions.dropFirst()) {
      #expect(earlier.time <= later.time)
    }
    #expect(run.solutions.count > 390)
    #expect(run.last.attitude.value?.isFinite == true)
    #expect(
      distance(
        run.last.magneticHeading.value, hat.truth(at: run.last.time.seconds).magneticHeading) < 8)
  }

  @Test func `a solution follows every sample of the leading sensor`() {
    var run = EngineRun()
    run.feed(hat.events(until: 2))
    let times = Set(run.solutions.map(\.time))
    for event in hat.events(until: 2) {
      if case .angularRate(let sample) = event { #expect(times.contains(sample.time)) }
    }
  }
}
