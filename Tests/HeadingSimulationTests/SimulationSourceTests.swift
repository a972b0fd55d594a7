import HeadingClock
import HeadingSensing
import HeadingSimulation
import Testing

struct SimulationSourceTests {
  private struct Collector: SensorSink {
    let events: AsyncStream<SensorEvent>.Continuation
    let notices: AsyncStream<SensorNotice>.Continuation
    func deliver(_ event: SensorEvent) { events.yield(event) }
    func notice(_ notice: SensorNotice) { notices.yield(notice) }
  }

  @Test func `events arrive in real time, and the source reports that it is simulated`()
    async throws
  {
    let (events, eventSource) = AsyncStream.makeStream(of: SensorEvent.self)
    let (notices, noticeSource) = AsyncStream.makeStream(of: SensorNotice.self)
    let source = SimulationSource(try Scenario.named("turning"))
    let running = Task {
      await source.run(delivering: Collector(events: eventSource, notices: noticeSource))
    }
    let begin = SystemClock().bootTime
    var count = 0
    var early = 0
    var last = begin
    for await event in events {
      count += 1
      if event.time > SystemClock().bootTime { early += 1 }
      last = event.time
      if count == 150 { break }
    }
    running.cancel()
    await running.value
    // 150 events are about half a second of 280 a second.
    #expect(last.seconds(since: begin) > 0.3)
    #expect(early == 0)
    var messages: [String] = []
    noticeSource.finish()
    for await notice in notices { messages.append(notice.message) }
    #expect(messages.contains { $0.contains("SIMULATED") })
  }
}
