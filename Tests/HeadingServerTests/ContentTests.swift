import HeadingClient
import HeadingGeometry
import HeadingProtocol
import HeadingSensing
import Testing

@testable import HeadingServer

/// What a client asked for, and nothing else.
@Suite(.timeLimit(.minutes(5)))
struct ContentTests {
  private func sample(_ time: Double) throws -> SampleMessage {
    try #require(
      SampleMessage(
        .magneticField(
          VectorSample(time: BootTime(seconds: time), value: Vector3(2e-5, 0, -4e-5))),
        isSimulated: true))
  }

  @Test func `a sample of another quantity has its name and unit`() throws {
    let sample = ScalarSample(time: BootTime(seconds: 2), value: 45.5)
    let message = try #require(
      SampleMessage(.quantity(sample, .relativeHumidity), isSimulated: false))
    #expect(
      String(decoding: message.line, as: UTF8.self)
        == #"{"class":"sample","sensor":"relative_humidity","boot_time":2,"values":[45.5],"simulated":false}"#
        + "\n")
  }

  @Test func `samples and notices are sent to clients that request them, in µT`() async throws {
    let running = try await RunningServer.start()
    let plain = try RawClient(path: running.path)
    _ = await plain.lines { $0.contains("greeting") }
    #expect(!running.server.wants(.samples))
    var request = Request()
    request.contents = [.samples, .notices]
    var lines = DaemonClient(running.address, request: request).lines.makeAsyncIterator()
    while let line = try await lines.next() { if case .request = line { break } }
    #expect(running.server.wants(.samples))

    running.server.publish(Message.at(1))
    running.server.hold(.sample(try sample(2)))
    running.server.publish(NoticeMessage(SensorNotice(.warning, .gyroscope, "gone")))
    guard case .sample(let sample) = try await lines.next() else {
      Issue.record("no sample")
      return
    }
    #expect(sample.sensor == "magnetometer" && sample.simulated == true)
    #expect(zip(sample.values, [20, 0, -40]).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(
      try await lines.next()
        == .notice(NoticeMessage(SensorNotice(.warning, .gyroscope, "gone"))))
    running.server.publish(Message.at(3))
    let heard = await plain.lines { $0.contains("\"boot_time\":3") }
    #expect(heard.count == 2)
    await running.stop()
    #expect(!running.server.wants(.samples))
  }

  @Test func `a client that requests all updates gets all, or is disconnected with the reason`()
    async throws
  {
    let running = try await RunningServer.start {
      $0.longestQueue = 50
      $0.closeTimeout = 30
    }
    let all = #"{"class":"request","delivery":"all"}"# + "\n"
    let prompt = try RawClient(path: running.path)
    let stalled = try RawClient(path: running.path)
    for client in [prompt, stalled] {
      client.send(all.utf8)
      _ = await client.lines { $0.contains("\"class\":\"request\"") }
    }
    // The prompt one reads in step; the other does not read until it is cut off.
    for number in 1...400 {
      running.server.publish(Message.at(Double(number)))
      let lines = await prompt.lines { _ in true }
      #expect(lines.first?.contains("\"boot_time\":\(number),") == true)
    }
    #expect(await running.server.subscriberCount == 1)
    let lines = await stalled.lines()
    #expect(lines.last?.contains("read faster") == true)
    #expect(!lines.contains { $0.contains("\"class\":\"missed\"") })
    await running.stop()
  }

  @Test func `lines that are sent together all arrive, whatever their size`() async throws {
    let running = try await RunningServer.start()
    let newest = try RawClient(path: running.path)
    let all = try RawClient(path: running.path)
    _ = await newest.lines { $0.contains("greeting") }
    all.send((#"{"class":"request","delivery":"all"}"# + "\n").utf8)
    _ = await all.lines { $0.contains("\"class\":\"request\"") }
    // More than the server's own limit of bytes that wait, less than the kernel's buffer.
    for number in 1...24 { running.server.hold(.update(HeldUpdate(Message.at(Double(number))))) }
    running.server.send()
    for client in [newest, all] {
      let lines = await client.lines { $0.contains("\"boot_time\":24,") }
      #expect(lines.count == 24)
    }
    await running.stop()
  }

  @Test func `an unknown command is answered, and the stream continues`() async throws {
    let running = try await RunningServer.start()
    let client = try RawClient(path: running.path)
    client.send((#"{"class":"command","command":"dance"}"# + "\n").utf8)
    let lines = await client.lines { $0.contains("failure") }
    #expect(lines.last?.contains("\"command\":\"dance\"") == true)
    running.server.publish(Message.at(1))
    #expect(await client.lines { $0.contains("boot_time") }.count == 1)
    await running.stop()
  }
}
