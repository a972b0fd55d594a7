import Foundation
import Glibc
import HeadingClock
import HeadingGeometry
import HeadingIIOServer
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import HeadingSimulation
import IndustrialIO
import Synchronization
import Testing

/// Mount matrices on the whole path: server, libiio, service, engine, update.
@Suite(.timeLimit(.minutes(5))) struct MountTests {
  /// Result of a run.
  private struct Outcome: Sendable {
    var message: SolutionMessage
    var notices: [SensorNotice]
    var mounts: [SensorKind: MountMatrix]
  }

  /// Runs a scenario for some seconds of samples of a sensor that keeps delivering.
  private func run(
    _ name: String, seconds: Double = 4, counting kind: SensorKind = .accelerometer,
    _ change: @escaping @Sendable (inout ServedContext) -> Void = { _ in }
  ) async throws -> Outcome {
    let scenario = try Scenario.named(name)
    let hat = scenario.hat(startingAt: SystemClock().relation.universalTime)
    var context = ServedContext(board: scenario.board)
    change(&context)
    return try await IIODServer(hat, context: context).serve { port in
      let plan = try await Self.plan(IIOConfiguration(uri: "ip:127.0.0.1:\(port)"))
      var setup = SensorSetup(name: plan.name, isSimulated: true)
      setup.mounts = plan.mounts
      setup.sensor = plan.sensor
      setup.calibration = hat.calibration
      let service = HeadingService()
      service.use(setup)
      let (ended, end) = AsyncStream.makeStream(of: Void.self)
      let first = Mutex<BootTime?>(nil)
      let notices = Mutex<[SensorNotice]>([])
      service.observeNotices { notice in notices.withLock { $0.append(notice) } }
      let listener = service.listen { event in
        let isCounted =
          switch event {
          case .acceleration: kind == .accelerometer
          case .magneticField: kind == .magnetometer
          default: false
          }
        guard isCounted else { return }
        let start = first.withLock { first in
          first = first ?? event.time
          return first ?? event.time
        }
        if event.time.seconds(since: start) > seconds { end.finish() }
      }
      let running = Task { await service.run([plan.source(calibrated: false)]) }
      for await _ in ended {}
      running.cancel()
      await running.value
      service.unsubscribe(listener)
      let update = try #require(service.report.newest)
      return Outcome(
        message: SolutionMessage(update), notices: notices.withLock { $0 },
        mounts: service.report.mounts)
    }
  }

  /// libiio blocks in system calls, which must not be on a task's thread.
  private static func plan(_ configuration: IIOConfiguration) async throws -> SensorPlan {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<SensorPlan, any Error>) in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            try SensorPlan.decide(configuration, simulating: nil, absence: .isAnError).plan
          })
      }
    }
  }

  @Test(arguments: [
    (20.0, 60.0, 0.0), (115, -60, 0), (200, 0, 60), (290, 0, -60), (65, 42, 47), (250, 0, 0),
  ])
  func `a Sense HAT's mirrored inertial sensors are right within 1 degree at 60 degrees of tilt`(
    heading: Double, pitch: Double, roll: Double
  ) async throws {
    let outcome = try await run("sense-hat:heading=\(heading),pitch=\(pitch),roll=\(roll)")
    let found = try #require(outcome.message.magneticHeading, "\(outcome.message.reasons)")
    #expect(abs(Angle(degrees: found - heading).normalized.degrees) < 1)
    for kind in [SensorKind.accelerometer, .gyroscope] {
      #expect(outcome.mounts[kind]?.isMirrored == true)
      #expect(
        outcome.notices.contains {
          $0.sensor == kind && $0.message.contains("mirrored (determinant -1)")
        })
    }
    #expect(!outcome.message.reasons.contains("mount_invalid"))
  }

  @Test(arguments: [
    (SensorKind.magnetometer, "lsm9ds1_magn", "1, 0, 0; 0, 1, 0; 0, 0, 0"),
    (.magnetometer, "lsm9ds1_magn", "no matrix"),
    (.accelerometer, "lsm9ds1-imu_accel", "1, 0, 0; 0, 1, 0; 0, 0, 1"),
    (.accelerometer, "lsm9ds1-imu_accel", "1, 0.5, 0; 0, 1, 0; 0, 0, 1"),
  ])
  func `a refused matrix gives no heading, the reason, and what to write instead`(
    kind: SensorKind, device: String, text: String
  ) async throws {
    let outcome = try await run(
      "sense-hat:heading=170", counting: kind == .accelerometer ? .magnetometer : .accelerometer
    ) { context in
      for index in context.devices.indices where context.devices[index].name == device {
        context.devices[index].files["mount_matrix"] = ServedAttribute(text)
      }
    }
    #expect(outcome.message.magneticHeading == nil && outcome.message.trueHeading == nil)
    #expect(outcome.message.reasons.contains("mount_invalid"))
    #expect(outcome.message.status == .invalid)
    #expect(outcome.mounts[kind] == nil)
    let notice = try #require(
      outcome.notices.first { $0.sensor == kind && $0.severity == .error })
    for part in [device, text, "is refused", "--mount \(kind.name)=", "calibrate mount"] {
      #expect(notice.message.contains(part), "\(notice.message)")
    }
  }

  @Test func `a refused gyroscope is not used, the heading comes without it`() async throws {
    let outcome = try await run("sense-hat:heading=170") { context in
      for index in context.devices.indices
      where context.devices[index].name == "lsm9ds1-imu_gyro" {
        context.devices[index].files["mount_matrix"] = ServedAttribute(
          "1, 0, 0; 0, 1, 0; 0, 0, 1")
      }
    }
    let found = try #require(outcome.message.magneticHeading, "\(outcome.message.reasons)")
    #expect(abs(Angle(degrees: found - 170).normalized.degrees) < 3)
    #expect(outcome.message.reasons.contains("mount_invalid"))
    #expect(outcome.message.status == .degraded)
    #expect(outcome.mounts[.gyroscope] == nil)
  }
}
