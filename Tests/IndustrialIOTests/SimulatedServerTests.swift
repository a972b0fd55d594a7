import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import Testing

@testable import IndustrialIO

/// Every board of the simulated server, read through libiio.
struct SimulatedServerTests {
  /// A board, and what has to come of it.
  struct Board: Sendable, CustomTestStringConvertible {
    let scenario: String
    var kinds: [SensorKind] = [.magnetometer, .accelerometer, .gyroscope, .barometer]
    /// Samples a second, by kind.
    let rates: [SensorKind: Double]
    var isPolled = false

    var testDescription: String { scenario }
  }

  // From the drivers' lists: for the LSM9DS1 80 Hz is the next rate above 50 Hz, 119 Hz that above 100 Hz.
  private static let hatRates: [SensorKind: Double] = [
    .magnetometer: 80, .accelerometer: 119, .gyroscope: 119, .barometer: 25,
  ]
  static let boards = [
    Board(scenario: "turning", rates: hatRates),
    Board(scenario: "turned-hat", rates: hatRates),
    Board(scenario: "sense-hat", rates: hatRates),
    Board(
      scenario: "hub",
      rates: [.magnetometer: 50, .accelerometer: 100, .gyroscope: 100, .barometer: 25]),
    Board(
      scenario: "nine-axis",
      rates: [.magnetometer: 100, .accelerometer: 100, .gyroscope: 100, .barometer: 25]),
    Board(scenario: "two-magnetometers", rates: hatRates),
    Board(
      scenario: "no-gyroscope", kinds: [.magnetometer, .accelerometer, .barometer],
      rates: hatRates),
    Board(
      scenario: "no-barometer", kinds: [.magnetometer, .accelerometer, .gyroscope],
      rates: hatRates),
    Board(
      scenario: "polled",
      rates: [.magnetometer: 50, .accelerometer: 119, .gyroscope: 119, .barometer: 25],
      isPolled: true),
  ]

  @Test(arguments: boards)
  func `a board's samples are SI, in the body frame, at their rates and on the local clock`(
    _ board: Board
  ) async throws {
    try await RunningSource.run(simulating: board.scenario) { server, log, accepted in
      let kinds = board.kinds
      // About a second of each.
      let wanted = board.rates.mapValues { Int($0) }
      #expect(
        await log.wait { content in
          kinds.allSatisfy { content.count(of: $0) >= wanted[$0] ?? 20 }
        })
      let content = log.content
      for kind in SensorKind.allCases where kind != .gnss && kind != .compass {
        #expect(content.statuses(of: kind).first == (kinds.contains(kind) ? .present : .absent))
        if !kinds.contains(kind) { #expect(content.said("no \(kind.name) in ip:127.0.0.1:")) }
      }
      for kind in kinds {
        let samples = zip(content.events, content.arrivals).filter { $0.0.measuredKind == kind }
        let errors = samples.compactMap { event, _ in
          Self.error(of: event, from: server.hat, at: event.time.seconds(since: server.start))
        }
        #expect(Self.median(errors) < Self.tolerance(of: kind), "\(kind.name)")
        let times = samples.map(\.0.time)
        let intervals = zip(times, times.dropFirst()).map { $1.seconds(since: $0) }
        #expect(intervals.allSatisfy { $0 > 0 })
        #expect(samples.allSatisfy { $0.0.time <= $0.1 && $0.1.seconds(since: $0.0.time) < 5 })
        let setting = accepted.all.flatMap(\.settings).first { $0.kind == kind }
        let rate = board.rates[kind] ?? 0
        let reported = setting?.rate ?? rate
        #expect(abs(reported - rate) < 0.01 * rate)
        // On an overloaded machine samples are lost between blocks, and polled ones are late, not early.
        let mean = intervals.reduce(0, +) / Double(intervals.count)
        #expect(1 / mean / rate < 2, "\(kind.name)")
        // At first the mapping of the stamps may step back and shorten the intervals.
        let settled = Self.median(Array(intervals.suffix(intervals.count / 2)))
        #expect(board.isPolled || abs(settled * rate - 1) < 0.5, "\(kind.name)")
      }
      let arePolled = accepted.all.map { acceptance in
        if case .polled = acceptance.reading { true } else { false }
      }
      #expect(Set(arePolled) == [board.isPolled])
    }
  }

  @Test func `of two magnetometers the one of finer resolution is read, with the reason`()
    async throws
  {
    try await RunningSource.run(simulating: "two-magnetometers") { _, log, accepted in
      #expect(await log.wait { $0.count(of: .magnetometer) > 0 })
      #expect(log.content.said("magnetometer: iio:device0 (lsm9ds1_magn), because"))
      #expect(!accepted.all.contains { $0.device.contains("hmc5883") })
    }
  }

  @Test func `a driver's scale that is 100 times too small is corrected, with a notice`()
    async throws
  {
    var configuration = IIOConfiguration()
    configuration.devices[.magnetometer] = "hmc5883"
    try await RunningSource.run(
      simulating: "two-magnetometers:iron=none,motion=still", configuration: configuration
    ) { server, log, _ in
      #expect(await log.wait { $0.count(of: .magnetometer) >= 20 })
      let lengths = log.content.events.compactMap { event in
        if case .magneticField(let sample) = event { sample.value.length } else { nil }
      }
      // Its bias is up to 12 µT.
      #expect(abs(Self.median(lengths) - server.truth().magneticField.length) < 12e-6)
      #expect(log.content.said("100 times too small"))
    }
  }

  @Test func `the configuration's mount matrix overrides the driver's`() async throws {
    var configuration = IIOConfiguration()
    configuration.mounts[.accelerometer] = try MountMatrix(words: "x=down,y=left")
    try await RunningSource.run(
      simulating: "turned-hat:motion=still", configuration: configuration
    ) { server, log, _ in
      #expect(await log.wait { $0.count(of: .accelerometer) >= 20 })
      // The driver's matrix says x left, y up, so z is forward; with the other one gravity, on y, is left.
      let values = log.content.events.compactMap { event in
        if case .acceleration(let sample) = event { sample.value } else { nil }
      }
      #expect(abs(Self.median(values.map { $0.x }) + 9.80665) < 0.2)
    }
  }

  @Test func `a trigger serves two devices, and the others use another`() async throws {
    try await RunningSource.run(
      simulating: "turning", without: ["t1", "t2", "t3"]
    ) { _, log, accepted in
      let kinds: [SensorKind] = [.magnetometer, .accelerometer, .gyroscope, .barometer]
      #expect(await log.wait { content in kinds.allSatisfy { content.count(of: $0) > 0 } })
      let devices = Dictionary(grouping: accepted.all, by: \.device).compactMapValues(\.last)
      let readings = devices.values.map(\.reading)
      #expect(readings.count { $0 == .buffered(trigger: "t0") } == 2)
      #expect(readings.count { if case .polled = $0 { true } else { false } } == 2)
      #expect(log.content.said("no trigger is free"))
    }
  }

  // MARK: - Ground truth

  /// Difference of a sample from the simulated sensor's reading, biases and iron included, SI.
  private static func error(of event: SensorEvent, from hat: SimulatedHat, at time: Double)
    -> Double?
  {
    let truth = hat.truth(at: time)
    let calibration = hat.calibration
    let expected: Vector3
    switch event {
    case .magneticField:
      expected = hat.iron.distortion * truth.magneticField + calibration.hardIron
    case .acceleration: expected = truth.specificForce + calibration.accelerometerBias
    case .angularRate: expected = truth.angularRate + calibration.gyroscopeBias
    case .pressure:
      expected = Vector3(truth.pressure + (hat.sensor(.pressure)?.errors.bias.x ?? 0), 0, 0)
    default: return nil
    }
    return event.measuredValue.map { ($0 - expected).length }
  }

  /// 5σ of the noisiest chip plus the change by 6°/s in 0.1 s.
  private static func tolerance(of kind: SensorKind) -> Double {
    switch kind {
    case .magnetometer: 1.5e-6
    case .accelerometer: 0.15
    case .gyroscope: 0.01
    default: 10
    }
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .infinity : sorted[sorted.count / 2]
  }
}
