import HeadingClock
import HeadingIIOServer
import HeadingSensing
import Testing

@testable import HeadingSimulation
@testable import IndustrialIO

/// The channel of a vehicle's load.
struct LoadChannelTests {
  /// A current sensor as the kernel's ina2xx driver shows it: mA per count in `scale`.
  private static func currentSensor(raw: String) -> ServedDevice {
    var device = ServedDevice(id: "iio:device9", name: "ina219")
    var channel = ServedChannel(id: "current3")
    for name in ["raw", "scale"] {
      channel.attributes.append(
        ServedChannel.AttributeName(name: name, file: "in_current3_\(name)"))
    }
    device.channels = [channel]
    device.files["in_current3_raw"] = ServedAttribute(raw)
    device.files["in_current3_scale"] = ServedAttribute("0.500000000")
    return device
  }

  private func run(
    _ load: String, raw: String, _ body: @escaping @Sendable (EventLog) async throws -> Void
  ) async throws {
    try await TestPlaces.shared.within {
      let scenario = try Scenario.named("pose")
      var context = ServedContext(board: scenario.board)
      context.devices.insert(Self.currentSensor(raw: raw), at: 0)
      let server = IIODServer(
        scenario.hat(startingAt: SystemClock().relation.universalTime), context: context)
      try await server.serve { port in
        var configuration = IIOConfiguration(uri: "ip:127.0.0.1:\(port)")
        configuration.load = LoadChannel(load)
        try await RunningSource.run(configuration) { log, _ in try await body(log) }
      }
    }
  }

  @Test func `a current arrives in amperes beside the sensors`() async throws {
    try await run("ina219/current3", raw: "25000") { log in
      let isTold = await log.wait { content in
        let loads = content.count { event in
          if case .load(let sample) = event { return abs(sample.value - 12.5) < 1e-9 }
          return false
        }
        return loads >= 3 && content.count(of: .magnetometer) > 0
      }
      #expect(isTold)
    }
  }

  @Test(arguments: [
    ("ina226/current3", "25000", "ina226"), ("ina219/current7", "25000", "current7"),
    ("ina219/current3", "junk", "junk"),
  ])
  func `a channel that is not there or tells no number is named, and the sensors go on`(
    load: String, raw: String, named: String
  ) async throws {
    try await run(load, raw: raw) { log in
      #expect(await log.wait { $0.said("no load from \(load)") && $0.count(of: .magnetometer) > 0 })
      #expect(log.content.said(named))
    }
  }

  @Test func `a channel is a device and a channel`() {
    #expect(LoadChannel("iio:device0/current3")?.device == "iio:device0")
    for text in ["", "ina219", "/current3", "ina219/"] { #expect(LoadChannel(text) == nil) }
  }
}
