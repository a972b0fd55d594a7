import Foundation
import HeadingClock
import HeadingGeometry
import HeadingSensing
import Testing

@testable import IndustrialIO

/// Tests against the stock iiod over a fake sysfs made from recordings of real drivers.
///
/// Faults of a server are tested with the simulated one; these tests check the wrapper against protocol and
/// ABI independently of the simulator.
@Suite(
  .enabled(if: FakeHat.isPossible, "bubblewrap, iiod, python3 or the recordings are absent"))
struct ForeignServerTests {
  private static let kinds: [SensorKind] = [.magnetometer, .accelerometer, .gyroscope, .barometer]

  /// The recorded drivers hand on the left-handed axes of the LSM9DS1's accelerometer and gyroscope.
  private static func configuration(_ hat: FakeHat) -> IIOConfiguration {
    var configuration = IIOConfiguration(uri: hat.uri)
    for kind in [SensorKind.accelerometer, .gyroscope] {
      configuration.mounts[kind] = LeftHandedDie.reversal
    }
    return configuration
  }

  @Test func `every sensor of the recorded hat arrives in SI, buffered and polled`() async throws {
    try await TestPlaces.shared.within {
      let hat = try FakeHat("i2c") { devices in
        try Data("0, 1, 0; -1, 0, 0; 0, 0, 1\n".utf8)
          .write(to: devices.appendingPathComponent("iio:device0/mount_matrix"))
      }
      try hat.tell([
        ["set", "magn_x", "0.2"], ["set", "magn_y", "0.1"], ["set", "magn_z", "0.4"],
        ["set", "accel_x", "-1.5"], ["set", "anglvel_z", "0.25"], ["set", "pressure", "98.7"],
      ])
      // lps25h: 0.000024414 kPa a count; six decimals would be 1.7 % off, 17 hPa.
      let inventory = try IIOInventory(reading: hat.uri)
      #expect(inventory.device("lps25h")?.channel("pressure")?.scale == 0.000_024_414)

      var configuration = Self.configuration(hat)
      configuration.devices[.barometer] = "lps25h"
      for reading in [IIOConfiguration.Reading.automatic, .polled] {
        configuration.reading = reading
        try await RunningSource.run(configuration) { log, accepted in
          #expect(
            await log.wait { content in Self.kinds.allSatisfy { content.count(of: $0) >= 20 } })
          Self.expectRecordedValues(log.content)
          let settings = accepted.all.flatMap(\.settings)
          #expect(settings.first { $0.kind == .magnetometer }?.rate == 80)
          #expect(settings.first { $0.kind == .barometer }?.rate == 25)
          let reasons = accepted.all.map { acceptance -> String? in
            if case .polled(let reason) = acceptance.reading { reason } else { nil }
          }
          #expect(Set(reasons) == [reading == .polled ? "the configuration says so" : nil])
        }
      }
      // 2 g and 245 °/s were too narrow; the next ranges of the driver are 4 g and 500 °/s.
      #expect(hat.text("iio:device5/in_accel_scale") == "0.001196411")
      #expect(hat.text("iio:device4/in_anglvel_scale") == "0.000305432")
    }
  }

  private static func expectRecordedValues(_ content: EventLog.Content) {
    for kind in kinds {
      let samples = content.events.filter { $0.measuredKind == kind }
      let truth: (value: Vector3, tolerance: Double) =
        switch kind {
        case .magnetometer: (Vector3(10e-6, -20e-6, 40e-6), 0.02e-6)
        case .accelerometer: (Vector3(1.5, 0, 9.80665), 2e-3)
        case .gyroscope: (Vector3(0, 0, 0.25), 4e-4)
        default: (Vector3(98_700, 0, 0), 0.1)
        }
      // The first samples after a change of range may still be in the old one's counts.
      let errors = samples.compactMap { $0.measuredValue.map { ($0 - truth.value).length } }
      #expect(SimulatedServerTests.median(errors) < truth.tolerance, "\(kind.name)")
      #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.time < $1.time })
      #expect(content.statuses(of: kind).first == .present)
    }
    #expect(content.statuses(of: .compass) == [.absent])
    for case .temperature(let sample, of: let kind) in content.events {
      #expect(abs(sample.value - 298.15) < 0.01)
      #expect(kind == .barometer)
    }
  }

  @Test func `the hmc5883's field is corrected by 100, and said`() async throws {
    try await TestPlaces.shared.within {
      let hat = try FakeHat("i2c")
      // What the real driver does: counts of a field of 20, -3, 43 µT with a scale 100 times too small.
      try hat.tell([
        ["set", "magn_x", "0.002"], ["set", "magn_y", "-0.0003"], ["set", "magn_z", "0.0043"],
      ])
      var configuration = IIOConfiguration(uri: hat.uri)
      configuration.devices[.magnetometer] = "hmc5883"
      try await RunningSource.run(configuration) { log, accepted in
        #expect(await log.wait { $0.count(of: .magnetometer) > 20 })
        let fields = log.content.events.filter { $0.measuredKind == .magnetometer }
        let errors = fields.compactMap(\.measuredValue)
          .map { ($0 - Vector3(20e-6, -3e-6, 43e-6)).length }
        #expect(SimulatedServerTests.median(errors) < 0.2e-6)
        #expect(log.content.said("100 times too small"))
        let setting = accepted.all.flatMap(\.settings).first { $0.kind == .magnetometer }
        #expect(setting?.scaleCorrection == 100)
        #expect(setting?.rate == 75)
      }
    }
  }

  @Test func `an unplugged sensor and a killed server are missed, and found again`() async throws {
    try await TestPlaces.shared.within {
      let hat = try FakeHat("i2c")
      try await RunningSource.run(Self.configuration(hat)) { log, _ in
        func allAre(_ state: SensorStatus.State) async -> Bool {
          await log.wait { content in
            Self.kinds.allSatisfy { content.statuses(of: $0).last == state }
          }
        }
        #expect(await allAre(.present))
        try hat.unplug("iio:device0")
        #expect(await log.wait { $0.statuses(of: .magnetometer).last == .absent })
        #expect(await log.wait { $0.said("is gone") })
        try hat.plug("iio:device0")
        #expect(await allAre(.present))
        #expect(log.content.notices.count { $0.message.contains("is gone") } == 1)

        hat.stopServer()
        #expect(await allAre(.failed))
        try hat.startServer()
        #expect(await allAre(.present))
      }
    }
  }

  @Test func `a server that comes later is found, and a hub without time stamps gets times`()
    async throws
  {
    try await TestPlaces.shared.within {
      let hat = try FakeHat("hid")
      hat.stopServer()
      try await RunningSource.run(IIOConfiguration(uri: hat.uri)) { log, accepted in
        #expect(await log.wait { $0.statuses(of: .magnetometer) == [.absent] })
        #expect(await log.wait { $0.said("Connection refused") })
        try hat.startServer()
        #expect(await log.wait { $0.count(of: .magnetometer) > 40 })
        #expect(log.content.notices.count { $0.message.contains("Connection refused") } == 1)
        let times = log.content.events.filter { $0.measuredKind == .magnetometer }.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        let magnetometer = accepted.all.first { $0.settings.first?.kind == .magnetometer }
        #expect(magnetometer?.timing == .arrival)
        #expect(magnetometer?.reading == .buffered(trigger: "magn_3d-dev0"))
      }
    }
  }
}
