import Foundation
import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import HeadingTesting
import Testing

/// The stock programs of libiio 0.24 read the simulated server.
@Suite(
  .enabled(
    if: ToolRun.isInstalled("iio_info") && ToolRun.isInstalled("iio_readdev"),
    "the stock tools are absent: apt-get install libiio-utils"))
struct StockToolTests {
  @Test(arguments: Scenario.all.map(\.name))
  func `iio_info lists every scenario's devices with their values and without an error`(
    name: String
  ) async throws {
    let scenario = try Scenario.named(name)
    let run = try await IIODServer(scenario).serve { port in
      try await ToolRun.run("iio_info", ["-u", "ip:127.0.0.1:\(port)"])
    }
    #expect(run.status == 0)
    #expect(!run.text.contains("ERROR"))
    #expect(run.errors.isEmpty)
    for sensor in scenario.board.sensors {
      #expect(run.text.contains(": \(sensor.device)"))
    }
    #expect(run.text.contains("simulated: \(scenario.board.rawValue)"))
  }

  @Test func `iio_attr reads, writes and is refused as with a driver`() async throws {
    let server = IIODServer(try Scenario.named("pose"))
    try await server.serve { port in
      func attribute(_ arguments: String...) async throws -> ToolRun {
        try await ToolRun.run("iio_attr", ["-u", "ip:127.0.0.1:\(port)"] + arguments)
      }
      let magnetometer = "lsm9ds1_magn"
      var run = try await attribute("-d", magnetometer, "sampling_frequency", "80")
      #expect(run.text.contains("80"))
      run = try await attribute("-d", magnetometer, "sampling_frequency", "81")
      #expect(run.text.contains("Invalid argument (22)"))
      run = try await attribute("-d", magnetometer, "sampling_frequency")
      #expect(run.text.trimmingCharacters(in: .whitespacesAndNewlines) == "80")
      run = try await attribute("-d", magnetometer, "mount_matrix", "0, 1, 0; 1, 0, 0; 0, 0, -1")
      #expect(run.text.contains("Permission denied (13)"))
      run = try await attribute("-c", magnetometer, "magn_x", "scale", "0.000584")
      #expect(run.text.contains("0.000584"))
      run = try await attribute("-c", "lsm9ds1_accel", "accel_z")
      #expect(run.text.contains("scale_available"))
      run = try await attribute("-B", magnetometer)
      #expect(run.text.contains("data_available"))
      run = try await attribute("-C")
      #expect(run.text.contains("simulated"), "status \(run.status): \(run.errors)")
    }
  }

  @Test func `the debug attribute sets faults, also from another program`() async throws {
    let server = IIODServer(try Scenario.named("pose"))
    try await server.serve { port in
      let uri = ["-u", "ip:127.0.0.1:\(port)"]
      func scale() async throws -> String {
        let run = try await ToolRun.run(
          "iio_attr", uri + ["-c", "lsm9ds1_magn", "magn_y", "scale"])
        return run.text.trimmingCharacters(in: .whitespacesAndNewlines)
      }
      #expect(try await scale() == "0.000146")
      _ = try await ToolRun.run("iio_attr", uri + ["-D", "lsm9ds1_magn", "fault", "nan-scale"])
      #expect(try await scale() == "nan")
      _ = try await ToolRun.run("iio_attr", uri + ["-D", "lsm9ds1_magn", "fault", "none"])
      #expect(try await scale() == "0.000146")
      let dropped = try await ToolRun.run(
        "iio_attr", uri + ["-D", "lsm9ds1_magn", "fault", "drop"])
      #expect(dropped.text.contains("ERROR"))
      let refused = try await ToolRun.run(
        "iio_attr", uri + ["-D", "lsm9ds1_magn", "fault", "gremlins"])
      #expect(refused.text.contains("Invalid argument (22)"))
    }
  }

  @Test func `iio_readdev needs a trigger on ST devices and then streams the field`() async throws {
    let server = IIODServer(try Scenario.named("pose:heading=30,pitch=10,roll=-40"))
    try await server.serve { port in
      let uri = ["-u", "ip:127.0.0.1:\(port)"]
      let refused = try await ToolRun.run(
        "iio_readdev", uri + ["-b", "8", "-s", "8", "lsm9ds1_magn"])
      #expect(refused.errors.contains("Invalid argument (22)"), "status \(refused.status)")

      let run = try await ToolRun.run(
        "iio_readdev", uri + ["-t", "t0", "-b", "8", "-s", "64", "lsm9ds1_magn"])
      #expect(run.status == 0)
      let samples = LittleEndianSamples(run.output, length: 16)
      #expect(samples.count == 64)
      let truth = server.truth()
      let expected = server.hat.iron.applied(to: truth.magneticField)
      for sample in 0..<samples.count {
        let field =
          Vector3(
            Double(samples.int16(sample, at: 0)), Double(samples.int16(sample, at: 2)),
            Double(samples.int16(sample, at: 4))) * 0.000_146 * PhysicalConstants.gauss
        // Biases of up to 2.2 µT and noise of 0.1 µT are the chip's.
        #expect((field - expected).length < 4e-6)
      }
      #expect(samples.areSteady(timestampAt: 8, period: 10_000_000))
      let age = Double(samples.int64(0, at: 8)) * 1e-9 - Date().timeIntervalSince1970
      #expect(abs(age) < 20)
    }
  }

  @Test func `a sensor hub streams with its own trigger at the rate that was written`() async throws
  {
    let server = IIODServer(try Scenario.named("hub"))
    try await server.serve { port in
      let uri = ["-u", "ip:127.0.0.1:\(port)"]
      _ = try await ToolRun.run(
        "iio_attr", uri + ["-c", "accel_3d", "accel_x", "sampling_frequency", "250"])
      let run = try await ToolRun.run(
        "iio_readdev", uri + ["-b", "10", "-s", "100", "accel_3d"])
      let samples = LittleEndianSamples(run.output, length: 24)
      #expect(samples.count == 100)
      #expect(samples.areSteady(timestampAt: 16, period: 4_000_000))
    }
  }

  @Test func `a thousand samples a second arrive at their rate`() async throws {
    let server = IIODServer(try Scenario.named("hub"))
    try await server.serve { port in
      let uri = ["-u", "ip:127.0.0.1:\(port)"]
      _ = try await ToolRun.run(
        "iio_attr", uri + ["-c", "gyro_3d", "anglvel_x", "sampling_frequency", "1000"])
      let run = try await ToolRun.run(
        "iio_readdev", uri + ["-b", "100", "-s", "2000", "gyro_3d"])
      let samples = LittleEndianSamples(run.output, length: 24)
      #expect(samples.count == 2000)
      #expect(samples.areSteady(timestampAt: 16, period: 1_000_000))
    }
  }

  @Test func `four devices stream at 200 Hz at once`() async throws {
    let server = IIODServer(try Scenario.named("hub"))
    try await server.serve { port in
      let uri = ["-u", "ip:127.0.0.1:\(port)"]
      let devices = [
        ("magn_3d", "magn_x", 12), ("accel_3d", "accel_x", 24), ("gyro_3d", "anglvel_x", 24),
        ("press", "pressure", 16),
      ]
      let counts = try await withThrowingTaskGroup(of: Int.self) { group in
        for (device, channel, length) in devices {
          group.addTask {
            _ = try await ToolRun.run(
              "iio_attr", uri + ["-c", device, channel, "sampling_frequency", "200"])
            let run = try await ToolRun.run(
              "iio_readdev", uri + ["-b", "10", "-s", "400", device])
            let samples = LittleEndianSamples(run.output, length: length)
            // The magnetometer has no timestamps, the barometer repeats one.
            guard length == 24, samples.count == 400 else { return samples.count }
            return samples.areSteady(timestampAt: 16, period: 5_000_000) ? 400 : -1
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(counts == [400, 400, 400, 400])
    }
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/iio.py"),
      "the Python binding is absent: apt-get install python3-libiio"))
  func `the Python binding reads contexts, attributes and buffers`() async throws {
    let script = """
      import iio, sys
      context = iio.Context('ip:127.0.0.1:' + sys.argv[1])
      device = context.find_device('accel_3d')
      device.find_channel('accel_x').attrs['sampling_frequency'].value = '100'
      for channel in device.channels: channel.enabled = True
      buffer = iio.Buffer(device, 10)
      buffer.refill()
      print(len(context.devices), device.sample_size, len(buffer.read()))
      """
    let server = IIODServer(try Scenario.named("hub"))
    let run = try await server.serve { port in
      try await ToolRun.run("/usr/bin/python3", ["-c", script, "\(port)"])
    }
    #expect(run.text == "8 24 240\n")
  }
}
