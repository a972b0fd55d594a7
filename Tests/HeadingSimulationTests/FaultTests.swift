import HeadingClock
import HeadingSensing
import HeadingSimulation
import HeadingTesting
import Testing

/// Every fault through the protocol; devices of a sensor hub at 200 Hz.
struct FaultTests {
  /// Result of a conversation with a server.
  private func talk<Result: Sendable>(
    _ scenario: String = "hub",
    _ body: @escaping @Sendable (IIODServer, IIODClient) throws -> Result
  ) async throws -> Result {
    let server = IIODServer(try Scenario.named(scenario))
    return try await server.serve { port in
      try await IIODClient.talk(toPort: port) { client in
        _ = try client.write("200", to: "accel_3d INPUT accel_x sampling_frequency")
        _ = try client.number("TIMEOUT 200")
        return try body(server, client)
      }
    }
  }

  @Test func `a silent sensor times out, and its buffer must be reopened`()
    async throws
  {
    let answers = try await talk { server, client in
      var answers = [try client.number("OPEN accel_3d 2 0000000f")]
      answers.append(try client.samples("accel_3d", bytes: 48, length: 24).1)
      try server.setFaults([.silent], on: "accel_3d")
      // What was sampled before the fault still comes: at most what the queue holds.
      var answer = 48
      for _ in 0..<40 where answer == 48 {
        answer = try client.samples("accel_3d", bytes: 48, length: 24).1
      }
      answers.append(answer)
      try server.setFaults([], on: "accel_3d")
      answers.append(try client.samples("accel_3d", bytes: 48, length: 24).1)
      answers.append(try client.number("OPEN accel_3d 2 0000000f"))
      answers.append(try client.samples("accel_3d", bytes: 48, length: 24).1)
      return answers
    }
    #expect(answers == [0, 48, -110, -9, 0, 48])
  }

  @Test func `stuck, zeros and rail show in samples and in raw reads`() async throws {
    let (stuck, zeros, rail, raw) = try await talk { server, client in
      func values(_ fault: SimulatedFault) throws -> [[Int]] {
        try server.setFaults([fault], on: "accel_3d")
        _ = try client.number("OPEN accel_3d 4 0000000f")
        let samples = try client.samples("accel_3d", bytes: 96, length: 24).0
        _ = try client.number("CLOSE accel_3d")
        return (0..<4).map { sample in
          [0, 4, 8].map { samples?.int16(sample, at: $0) ?? .min }
        }
      }
      return (
        try values(.stuck), try values(.zeros), try values(.rail),
        try client.attribute("accel_3d INPUT accel_y raw")
      )
    }
    #expect(Set(stuck).count == 1)
    #expect(zeros == Array(repeating: [0, 0, 0], count: 4))
    #expect(rail == Array(repeating: [32767, 32767, 32767], count: 4))
    #expect(raw == "32767")
  }

  @Test func `nan-scale and garbage faults make numbers unreadable`() async throws {
    let answers = try await talk { server, client in
      let scale = "accel_3d INPUT accel_x scale"
      try server.setFaults([.notANumberScale], on: "accel_3d")
      var answers = [try client.attribute(scale)]
      try server.setFaults([.garbage], on: "accel_3d")
      answers.append(try client.attribute(scale))
      answers.append(try client.attribute("accel_3d INPUT accel_x raw"))
      try server.setFaults([], on: "accel_3d")
      answers.append(try client.attribute(scale))
      return answers
    }
    #expect(answers == ["nan", "?!", "?!", "0.009806650"])
  }

  @Test func `timestamp faults: constant, stepped and missing`() async throws {
    let (still, jump, markup) = try await talk { server, client in
      func stamps(_ fault: SimulatedFault) throws -> [Int64] {
        try server.setFaults([fault], on: "accel_3d")
        _ = try client.number("OPEN accel_3d 3 0000000f")
        let samples = try client.samples("accel_3d", bytes: 72, length: 24).0
        _ = try client.number("CLOSE accel_3d")
        return (0..<3).map { samples?.int64($0, at: 16) ?? 0 }
      }
      let still = try stamps(.constantTimestamp)
      let jump = try stamps(.clockJump(seconds: 1000))
      try server.setFaults([.missingTimestamp], on: "accel_3d")
      let length = try client.number("PRINT")
      return (still, jump, String(decoding: try client.connection.bytes(length), as: UTF8.self))
    }
    #expect(Set(still).count == 1)
    #expect(jump[1] - jump[0] == 5_000_000)
    #expect(abs(Double(jump[0] - still[0]) * 1e-9 - 1000) < 10)
    // The hub's magnetometer has none anyway, its gyroscope and barometer keep theirs.
    #expect(markup.split(separator: "id=\"timestamp\"").count == 3)
  }

  @Test func `a failed bus returns -5 for reads, writes and buffers`() async throws {
    let answers = try await talk { server, client in
      _ = try client.number("OPEN accel_3d 2 0000000f")
      try server.setFaults([.errors], on: "accel_3d")
      return [
        try client.attribute("accel_3d INPUT accel_x scale"),
        String(try client.write("100", to: "accel_3d INPUT accel_x sampling_frequency")),
        String(try client.samples("accel_3d", bytes: 48, length: 24).1),
        String(try client.samples("accel_3d", bytes: 48, length: 24).1),
      ]
    }
    #expect(answers == ["-5", "-5", "-5", "-9"])
  }

  @Test func `a reset device disappears and returns with the settings of power-on`() async throws {
    let (answers, gone, back) = try await talk { server, client in
      func markup() throws -> String {
        let length = try client.number("PRINT")
        let bytes = try client.connection.bytes(length + 1)
        return String(decoding: bytes, as: UTF8.self)
      }
      let rate = "accel_3d INPUT accel_x sampling_frequency"
      var answers = [try client.attribute(rate)]
      try server.setFaults([.absent], on: "accel_3d")
      answers.append(try client.attribute(rate))
      answers.append(String(try client.number("OPEN accel_3d 2 0000000f")))
      let gone = try markup()
      try server.setFaults([], on: "accel_3d")
      answers.append(try client.attribute(rate))
      return (answers, gone, try markup())
    }
    #expect(answers == ["200.000000", "-2", "-19", "10.000000"])
    #expect(!gone.contains("\"accel_3d\""))
    #expect(back.contains("\"accel_3d\""))
  }

  @Test func `slow responses are delayed by the set time`() async throws {
    let elapsed = try await talk { server, client in
      try server.setFaults([.slow(seconds: 0.25)], on: "accel_3d")
      let before = SystemClock().bootTime
      _ = try client.attribute("accel_3d INPUT accel_x scale")
      return SystemClock().bootTime.seconds(since: before)
    }
    #expect(elapsed >= 0.25)
  }

  @Test func `dropped connections end, and new ones are accepted`() async throws {
    let server = IIODServer(try Scenario.named("hub"))
    try await server.serve { port in
      let wasDropped = try await IIODClient.talk(toPort: port) { client in
        _ = try client.number("TIMEOUT 1000")
        server.dropConnections()
        do {
          _ = try client.connection.line()
          return false
        } catch {
          return true
        }
      }
      #expect(wasDropped)
      let again = try await IIODClient.talk(toPort: port) { try $0.number("TIMEOUT 1000") }
      #expect(again == 0)
    }
  }

  @Test func `faults are also given as text, and an error is explained`() throws {
    let server = IIODServer(try Scenario.named("hub"))
    try server.setFaults("silent,slow=0.1@accel_3d")
    try server.setFaults("none@accel_3d")
    #expect(throws: SimulatedFaultError.unknownDevice("toaster")) {
      try server.setFaults("silent@toaster")
    }
    let error = #expect(throws: SimulatedFaultError.self) { try server.setFaults("gremlins@press") }
    #expect(error?.description.contains("nan-scale") == true)
  }

  @Test func `the hub's barometer repeats one timestamp, as its driver does`() async throws {
    let stamps = try await talk { _, client in
      _ = try client.number("OPEN press 1 00000003")
      let samples = try client.samples("press", bytes: 48, length: 16).0
      return (0..<3).map { samples?.int64($0, at: 8) ?? 0 }
    }
    #expect(stamps[0] != 0 && Set(stamps).count == 1)
  }

  @Test(arguments: [
    "silent", "stuck", "zeros", "rail", "nan-scale", "garbage", "constant-timestamp",
    "no-timestamp", "clock-jump=-2.5", "errors", "error-bursts", "absent", "slow=0.5",
  ])
  func `the text of a fault round-trips`(text: String) {
    #expect(SimulatedFault(text: text)?.text == text)
  }

  @Test(arguments: ["", "gremlins", "slow", "slow=-1", "slow=x", "stuck=1", "clock-jump=1e30"])
  func `a text that is not a fault is refused`(text: String) {
    #expect(SimulatedFault(text: text) == nil)
  }
}
