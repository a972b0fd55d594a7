import HeadingSensing
import HeadingSimulation
import Testing

@testable import IndustrialIO

/// Quantities beside the sensors of a heading.
struct QuantityTests {
  @Test func `a humidity sensor is read beside the sensors of a heading`() async throws {
    try await RunningSource.run(simulating: "sense-hat") { _, log, _ in
      @Sendable func values(_ content: EventLog.Content) -> [Double] {
        content.events.compactMap { event in
          if case .quantity(let sample, .relativeHumidity) = event { sample.value } else { nil }
        }
      }
      #expect(
        await log.wait { values($0).count >= 2 && $0.count(of: .magnetometer) > 0 })
      // 45 % with a bias of 1.5 %, in steps of 0.004 %.
      for value in values(log.content) { #expect(abs(value - 46.5) < 0.3) }
    }
  }

  @Test func `a humidity sensor that is unplugged is named once, and read again when it is back`()
    async throws
  {
    try await RunningSource.run(simulating: "sense-hat") { server, log, _ in
      @Sendable func count(_ content: EventLog.Content) -> Int {
        content.events.count { if case .quantity = $0 { true } else { false } }
      }
      #expect(await log.wait { count($0) > 0 })
      try server.setFaults("absent@hts221")
      #expect(await log.wait { $0.said("no relative_humidity: ") })
      // The next attempt, a quarter of a second later, has another error.
      let samples = log.content.count(of: .magnetometer)
      #expect(await log.wait { $0.count(of: .magnetometer) > samples + 30 })
      try server.setFaults("none@hts221")
      #expect(await log.wait { $0.said("the relative_humidity is there again") })
      #expect(log.content.notices.count { $0.message.contains("no relative_humidity") } == 1)
      let before = count(log.content)
      #expect(await log.wait { count($0) > before && $0.count(of: .magnetometer) > 0 })
    }
  }

  @Test(arguments: ScalarQuantity.allCases)
  func `each quantity has its own name and channel type`(quantity: ScalarQuantity) {
    let traits = quantity.traits
    #expect(ScalarQuantity(name: traits.name) == quantity)
    let others = ScalarQuantity.allCases.filter { $0 != quantity }.map(\.traits)
    #expect(!others.contains { $0.name == traits.name || $0.channelType == traits.channelType })
    #expect(!traits.name.isEmpty && traits.name.allSatisfy { $0.isLowercase || $0 == "_" })
    // No channel of another kind of sensor is taken for it.
    let types = SensorKind.allCases.compactMap { SensorTraits($0)?.type } + ["temp"]
    #expect(!types.contains(traits.channelType))
  }
}
