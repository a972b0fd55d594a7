import Foundation
import HeadingAuthorization
import HeadingGeometry
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import HeadingStorage
import Logging
import Synchronization
import Testing

@testable import HeadingServer

/// The answers to commands.
struct CommandTests {
  private let service = HeadingService()

  private func answer(
    _ command: Command, _ level: AccessLevel = .full, store: [URL] = []
  ) async -> CommandAnswer {
    let commands = CommandHandler(
      service: service, logger: Logger(label: "test"), store: ProfileStore(folders: store))
    return await commands.answer(
      to: command, level: level, load: ServerLoad(subscribers: 3, missed: 7))
  }

  @Test func `the status counts samples and reports latency`() async throws {
    let start = SystemBoot.now
    service.deliver(.simulated(start.advanced(bySeconds: -1), true))
    for number in 0..<100 {
      let time = start.advanced(bySeconds: Double(number) * 0.01 - 1)
      service.deliver(
        .angularRate(VectorSample(time: time, value: Vector3(0, 0, Double(number) * 1e-5))))
    }
    service.deliver(.temperature(ScalarSample(time: start, value: 300), of: .gyroscope))
    service.deliver(.status(SensorStatus(time: start, sensor: .magnetometer, state: .absent)))
    guard case .status(let status) = await answer(.status) else {
      Issue.record("no status")
      return
    }
    #expect(status.subscribers == 3 && status.missed == 7)
    #expect(status.simulated && !status.calibrated)
    #expect(status.steer == "stop")
    let gyroscope = try #require(status.sensors.first { $0.sensor == "gyroscope" })
    #expect(gyroscope.count == 100)
    #expect(abs((gyroscope.rate ?? 0) - 100) < 1e-6)
    #expect(abs((gyroscope.temperature ?? 0) - 26.85) < 1e-9)
    let magnetometer = status.sensors.first { $0.sensor == "magnetometer" }
    #expect(magnetometer?.state == "absent")
    // The newest sample was 10 ms old, the oldest a second.
    let maximum = try #require(status.latency.maximum)
    #expect(maximum >= 0.99)
    #expect((status.latency.median ?? 0) > 0.01 && (status.latency.median ?? 9) <= maximum)
  }

  @Test func `profiles are listed, and used by command of authorized clients`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("profiles-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (chip, offset) in [("lis3mdl", 10), ("other", 20)] {
      let text =
        #"{"version":1,"sensor":{"name":"\#(chip)"},"hard_iron":[\#(offset),0,0],"soft_iron":[[1,0,0],[0,1,0],[0,0,1]]}"#
      try Data(text.utf8).write(to: folder.appendingPathComponent("\(chip).json"))
    }
    var setup = SensorSetup(name: "test", isSimulated: false)
    setup.sensor = SensorIdentity(name: "lis3mdl")
    service.use(setup)
    guard case .profiles(let list) = await answer(.profiles, store: [folder]) else {
      Issue.record("no list")
      return
    }
    #expect(list.profiles == ["lis3mdl", "other"])
    let refused: [(Command, AccessLevel, String)] = [
      (.useProfile("lis3mdl"), .full, "may not give orders"),
      (.useProfile("../lis3mdl"), .control, "no such profile"),
      (.useProfile("other"), .control, "other"),
    ]
    for (command, level, reason) in refused {
      guard case .failure(let failure) = await answer(command, level, store: [folder]) else {
        Issue.record("not refused: \(command)")
        continue
      }
      #expect(failure.reason.contains(reason))
    }
    let order = Command.useProfile("lis3mdl")
    guard case .calibration(let used) = await answer(order, .control, store: [folder]),
      case .calibration(let inForce) = await answer(.calibration, .heading)
    else {
      Issue.record("no calibration")
      return
    }
    #expect(used == inForce)
    #expect(inForce.calibrated)
    #expect(abs((inForce.hardIron?.first ?? 0) - 10) < 1e-9)
    // An earlier revision by the name that the status gives it.
    let sensor = try #require(setup.sensor)
    for offset in [30e-6, 40e-6] {
      var parameters = CalibrationParameters()
      parameters.hardIron.x = offset
      try ProfileStore(folders: [folder]).save(
        CalibrationProfile(parameters: parameters), for: sensor)
    }
    let older = Command.useProfile("lis3mdl:2")
    guard case .calibration(let earlier) = await answer(older, .control, store: [folder]) else {
      Issue.record("no revision 2")
      return
    }
    #expect(earlier.hardIron?.first == 30)
    for name in ["lis3mdl:9", "lis3mdl:-1", "none:1", "lis3mdl:"] {
      guard case .failure = await answer(.useProfile(name), .control, store: [folder]) else {
        Issue.record("not refused: \(name)")
        continue
      }
    }
  }

  @Test func `the calibration is rounded far below its error, as updates are`() async throws {
    var parameters = CalibrationParameters()
    parameters.hardIron = Vector3(19.123456e-6, -22.8e-6, 14.1e-6)
    parameters.softIron = Matrix3(
      rows: Vector3(0.9481234567, -0.037, 0.024), Vector3(-0.037, 1.072, -0.039),
      Vector3(0.024, -0.039, 0.988))
    parameters.headingError = Angle(degrees: 0.612345)
    service.deliver(.calibration(SystemBoot.now, parameters))
    let line = try await answer(.calibration).line(MessageCoder())
    #expect(
      String(decoding: line, as: UTF8.self) == #"""
        {"calibrated":true,"class":"calibration","hard_iron":[19.123,-22.8,14.1],"heading_error":0.612,"soft_iron":[[0.94812,-0.037,0.024],[-0.037,1.072,-0.039],[0.024,-0.039,0.988]]}

        """#)
  }

  @Test func `a load reaches the engine from authorized clients`() async throws {
    let loads = Mutex<[Double]>([])
    service.listen { event in
      if case .load(let sample) = event { loads.withLock { $0.append(sample.value) } }
    }
    guard case .load(let taken) = await answer(.load(12.5), .control) else {
      Issue.record("not taken")
      return
    }
    #expect(taken == LoadMessage(12.5))
    guard case .failure = await answer(.load(3), .full) else {
      Issue.record("not refused")
      return
    }
    #expect(loads.withLock { $0 } == [12.5])
  }

  @Test func `commands about a proposed calibration require the right and a proposal`()
    async throws
  {
    func reason(_ command: Command, _ level: AccessLevel) async -> String {
      guard case .failure(let failure) = await answer(command, level) else { return "" }
      return failure.reason
    }
    #expect(await reason(.acceptCalibration, .full).contains("may not give orders"))
    #expect(await reason(.acceptCalibration, .control).contains("no sensors are in use"))
    var setup = SensorSetup(name: "test", isSimulated: false)
    setup.policy = .propose
    service.use(setup)
    #expect(await reason(.acceptCalibration, .control).contains("no better calibration"))
    #expect(await reason(.rollbackCalibration, .control).contains("no calibration before"))
    guard case .status(let status) = await answer(.status) else {
      Issue.record("no status")
      return
    }
    #expect(status.continuousCalibration == "propose" && status.proposedCalibration == nil)
    #expect(status.courseAudit == nil)
  }
}
