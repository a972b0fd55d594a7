import Foundation
import HeadingGeometry
import HeadingRuntime
import HeadingSensing
import HeadingStorage
import HeadingTesting
import Logging
import Testing

@testable import HeadingServer

/// The state from one service to the next.
struct StateKeeperTests {
  /// A body at rest, whose gyroscope reads an offset.
  private func feed(_ service: HeadingService, seconds: Double, bias: Double) {
    let start = SystemBoot.now
    for number in 0..<Int(seconds * 100) {
      let time = start.advanced(bySeconds: Double(number) * 0.01 - seconds)
      let tremble = Double(number % 7 - 3)
      service.deliver(
        .angularRate(VectorSample(time: time, value: Vector3(bias + tremble * 1e-5, 0, 0))))
      service.deliver(
        .acceleration(VectorSample(time: time, value: Vector3(tremble * 1e-4, 0, 9.80665))))
      service.deliver(
        .magneticField(
          VectorSample(time: time, value: Vector3(tremble * 1e-8, 2e-5, -4e-5))))
    }
  }

  @Test func `a service starts with the learned state of the previous one`() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("state-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let logger = Logger(label: "test")
    let first = HeadingService()
    feed(first, seconds: 60, bias: 0.01)
    let learned = try #require(first.restorableState?.gyroscopeBias)
    #expect(abs(learned.x - 0.01) < 0.001)
    try StateKeeper(file: file, service: first, logger: logger).save()

    let second = HeadingService()
    StateKeeper(file: file, service: second, logger: logger).restore()
    let fresh = HeadingService()
    for service in [second, fresh] { feed(service, seconds: 0.5, bias: 0.01) }
    let restored = try #require(second.restorableState?.gyroscopeBias)
    let unknown = try #require(fresh.restorableState?.gyroscopeBias)
    #expect(abs(restored.x - 0.01) < 0.001)
    // Without the file half a second is not enough to know it as well.
    #expect(abs(restored.x - 0.01) < abs(unknown.x - 0.01))
  }

  @Test func `a partial file of a killed service is removed, and its folder is created`()
    async
    throws
  {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("new/state.json")
    let keeper = StateKeeper(
      file: file, service: HeadingService(), logger: Logger(label: "test"))
    let keeping = Task { await keeper.run() }
    keeping.cancel()
    await keeping.value
    let part = folder.url.appendingPathComponent("new/.state.json.part-7")
    let other = folder.url.appendingPathComponent("new/.other.json.part-7")
    for url in [part, other] { try Data("{".utf8).write(to: url) }
    keeper.restore()
    #expect(!FileManager.default.fileExists(atPath: part.path))
    #expect(FileManager.default.fileExists(atPath: other.path))
  }

  @Test func `a service without learned state leaves the file unchanged`() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("state-\(UUID().uuidString).json")
    let keeper = StateKeeper(
      file: file, service: HeadingService(), logger: Logger(label: "test"))
    try keeper.save()
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `state learned from simulated sensors is not used in the next run`() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("state-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let service = HeadingService()
    service.deliver(.simulated(BootTime(seconds: 0), true))
    feed(service, seconds: 5, bias: 0.01)
    try StateKeeper(file: file, service: service, logger: Logger(label: "test")).save()
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }
}
