import Foundation
import HeadingClient
import Testing

/// The public interface against the real daemon with simulated sensors.
@Suite(.timeLimit(.minutes(5)))
struct DaemonTests {
  @Test func `an update has a heading with reference, accuracy, axis and source`() async throws {
    let daemon = try await RunningDaemon()
    let client = try await HeadingClient.connect(to: daemon.address)
    #expect(client.server.hasPrefix("headingd "))
    for try await update in client.updates() {
      guard let heading = update.magneticHeading.value, update.position.value != nil,
        let geographic = update.trueHeading.value
      else { continue }
      #expect(heading.north == .magnetic && geographic.north == .geographic)
      #expect(update.heading == geographic)
      // The board lies still at 45°; the declination of San Francisco is 13°.
      #expect(abs(heading.degrees - 45) < 5)
      #expect(abs(geographic.degrees - 58) < 6)
      let declination = try #require(update.declination.value)
      #expect(abs(declination - 13) < 1)
      #expect(try #require(heading.accuracy) < #require(heading.accuracy95))
      #expect(heading.axis == .forward)
      #expect(heading.source == .magneticField)
      #expect(update.isSimulated)
      #expect(update.status != .invalid)
      #expect(update.magneticHeading.reasons.isEmpty)
      #expect(abs(try #require(update.pitch.value)) < 3)
      #expect(try #require(update.time.value).timeIntervalSince1970 > 1.7e9)
      #expect(update.latency >= 0 && update.bootTime > 0)
      break
    }
    try await daemon.stop()
  }

  @Test func `a value that is missing has its own reason, and no other's`() async throws {
    let daemon = try await RunningDaemon("no-gyroscope", fixes: 0)
    let client = try await HeadingClient.connect(to: daemon.address)
    for try await update in client.updates()
    where update.magneticHeading.value != nil && !update.reasons.contains(.starting) {
      #expect(update.position.value == nil)
      #expect(update.position.reasons == [.gnssMissing])
      #expect(update.trueHeading.reasons == [.positionUnknown])
      #expect(update.rotationRate == .missing([.gyroscopeMissing]))
      #expect(update.heading == update.magneticHeading.value)
      #expect(update.reasons.contains(.gnssMissing) && update.reasons.contains(.gyroscopeMissing))
      #expect(Reason.gnssMissing.advice?.contains("gpsd") == true)
      break
    }
    try await daemon.stop()
  }

  @Test func `a rate thins the updates out`() async throws {
    let daemon = try await RunningDaemon()
    let client = try await HeadingClient.connect(to: daemon.address)
    // Until the daemon has read the request, every update comes: the sensors give about 100 a second.
    var updates: [HeadingUpdate] = []
    for try await update in client.updates(rate: 20) {
      if updates.count == 1, update.bootTime - updates[0].bootTime < 0.045 { updates = [] }
      updates.append(update)
      if updates.count == 20 { break }
    }
    // A change of the status passes at once.
    let regular = zip(updates, updates.dropFirst()).count { before, update in
      before.status == update.status && before.steer == update.steer
        && (before.heading == nil) == (update.heading == nil)
    }
    let duration = updates[updates.count - 1].bootTime - updates[0].bootTime
    #expect(Double(regular) <= 20 * duration + 2, "\(regular) in \(duration) s")
    try await daemon.stop()
  }

  @Test func `an argument out of range is refused with the reason`() async throws {
    let daemon = try await RunningDaemon()
    let client = try await HeadingClient.connect(to: daemon.address)
    let error = await #expect(throws: HeadingClientError.self) {
      for try await _ in client.updates(rate: -1) {}
    }
    guard case .refused(daemon.address, let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("rate"))
    try await daemon.stop()
  }

  @Test(arguments: [Double.nan, .infinity])
  func `a number that is not finite is refused without a connection`(number: Double) async throws {
    let daemon = try await RunningDaemon()
    let client = try await HeadingClient.connect(to: daemon.address)
    let filter = await #expect(throws: HeadingClientError.self) {
      for try await _ in client.updates(rate: number) {}
    }
    #expect(filter == .refused(daemon.address, reason: "a number in it is not finite"))
    let load = await #expect(throws: HeadingClientError.self) {
      try await client.send(.load(number))
    }
    #expect(
      load
        == .notFollowed(daemon.address, command: "load", reason: "a number in it is not finite"))
    try await daemon.stop()
  }

  @Test func `commands are followed, or the reason is thrown`() async throws {
    let daemon = try await RunningDaemon()
    let client = try await HeadingClient.connect(to: daemon.address)
    #expect(try await !client.profiles().contains("ship"))
    try await client.send(.load(12.5))
    let error = await #expect(throws: HeadingClientError.self) {
      try await client.send(.useProfile("ship"))
    }
    guard case .notFollowed(daemon.address, "use_profile", let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("no such profile"))
    #expect(error?.description.contains(reason) == true)
    let status = try await client.status()
    #expect(status.isSimulated && status.source == "simulation")
    #expect(status.sensors.contains { $0.name == "magnetometer" && $0.state != "absent" })
    try await daemon.stop()
  }

  @Test func `a daemon that is not there is a typed error that says what to do`() async throws {
    let address = ServerAddress.socket("/nonexistent/headingd.sock")
    let error = await #expect(throws: HeadingClientError.self) {
      _ = try await HeadingClient.connect(to: address)
    }
    #expect(error == .notRunning(address))
    #expect(error?.description.contains("systemctl start headingd") == true)
  }

  @Test func `a daemon that stops ends the updates with an error, and the next is found`()
    async throws
  {
    let daemon = try await RunningDaemon()
    let client = try await HeadingClient.connect(to: daemon.address)
    var updates = client.updates().makeAsyncIterator()
    _ = try #require(try await updates.next())
    try await daemon.stop()
    let lost = await #expect(throws: HeadingClientError.self) {
      while try await updates.next() != nil {}
    }
    #expect(lost == .connectionLost(daemon.address))
    let gone = await #expect(throws: HeadingClientError.self) {
      try await client.send(.rollbackCalibration)
    }
    #expect(gone == .notRunning(daemon.address))
    let next = try await daemon.restart()
    for try await update in client.updates() {
      #expect(update.isSimulated)
      break
    }
    try await next.stop()
  }

  @Test func `a cancelled reader ends without an error`() async throws {
    let daemon = try await RunningDaemon()
    let client = try await HeadingClient.connect(to: daemon.address)
    let reader = Task { for try await _ in client.updates() {} }
    try await Task.sleep(for: .milliseconds(50))
    reader.cancel()
    try await reader.value
    try await daemon.stop()
  }
}
