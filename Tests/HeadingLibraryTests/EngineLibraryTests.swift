import CHeading
import HeadingEngine
import HeadingGeometry
import HeadingSensing
import Testing

@testable import HeadingLibrary

/// The engine in C gives the solutions of the Swift engine, bit for bit.
@Suite(.timeLimit(.minutes(5))) struct EngineLibraryTests {
  @Test func `The same events give the same solutions`() throws {
    var engine = HeadingEngine()
    var handle: OpaquePointer?
    try #require(heading_engine_create(&handle) == 0)
    defer { #expect(heading_engine_destroy(handle) == 0) }
    let place = try #require(Coordinate(latitude: 47.4, longitude: 8.5))
    let clock = ClockRelation(
      bootTime: BootTime(nanoseconds: 0),
      universalTime: UniversalTime(secondsSince1970: 1_780_000_000), trust: .synchronized)
    _ = engine.process(.clock(clock))
    #expect(heading_engine_clock(handle, 0, 1_780_000_000, 1) >= 0)
    var seed: UInt64 = 11
    func noise() -> Double {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(seed >> 11) / 0x1p53 - 0.5
    }
    var (solutions, differences) = (0, 0)
    for row in 0..<2000 {
      let time = BootTime(nanoseconds: 1_000_000_000 + Int64(row) * 10_000_000)
      let turn = row < 500 ? 0 : Double(row - 500) * 0.01
      let rate = [noise() * 0.004, noise() * 0.004, (row < 500 ? 0 : 1) + noise() * 0.004]
      let force = [noise() * 0.05, noise() * 0.05, 9.8 + noise() * 0.05]
      let field = [
        20e-6 * Angle(radians: turn).sine + noise() * 6e-7,
        20e-6 * Angle(radians: turn).cosine + noise() * 6e-7, -43e-6 + noise() * 6e-7,
      ]
      func sample(_ numbers: [Double]) -> VectorSample {
        VectorSample(time: time, value: Vector3(numbers[0], numbers[1], numbers[2]))
      }
      if row % 100 == 0 {
        var fix = Fix(time: time, coordinate: place)
        (fix.altitude, fix.horizontalAccuracy) = (500, 3)
        var same = heading_fix.none
        (same.size, same.time) = (MemoryLayout<heading_fix>.size, time.nanoseconds)
        (same.latitude, same.longitude) = (47.4, 8.5)
        (same.altitude, same.horizontal_accuracy) = (500, 3)
        _ = engine.process(.fix(fix))
        #expect(heading_engine_fix(handle, &same) >= 0)
      }
      if row % 10 == 0 {
        let pressure = ScalarSample(time: time, value: 95_460 + noise())
        _ = engine.process(.pressure(pressure))
        #expect(heading_engine_pressure(handle, time.nanoseconds, pressure.value) >= 0)
      }
      _ = engine.process(.acceleration(sample(force)))
      #expect(heading_engine_accelerometer(handle, time.nanoseconds, force) >= 0)
      _ = engine.process(.magneticField(sample(field)))
      #expect(heading_engine_magnetometer(handle, time.nanoseconds, field) >= 0)
      let solution = engine.process(.angularRate(sample(rate)))
      let outcome = heading_engine_gyroscope(handle, time.nanoseconds, rate)
      guard let solution else {
        if outcome != 3 { differences += 1 }
        continue
      }
      solutions += 1
      var read = heading_solution()
      read.size = MemoryLayout<heading_solution>.size
      if outcome != 0 || heading_engine_read(handle, &read) != 0 { differences += 1 }
      var expected = heading_solution(solution)
      expected.size = read.size
      let isSame = withUnsafeBytes(of: &read) { one in
        withUnsafeBytes(of: &expected) { other in one.elementsEqual(other) }
      }
      if !isSame { differences += 1 }
    }
    #expect(solutions > 1900)
    #expect(differences == 0)
  }

  @Test(arguments: [(0.0, 0.0), (1, 6e-3), (50, 0)])
  func `What is no calibration is refused`(scale: Double, iron: Double) throws {
    var handle: OpaquePointer?
    try #require(heading_engine_create(&handle) == 0)
    defer { heading_engine_destroy(handle) }
    var calibration = heading_calibration()
    calibration.size = MemoryLayout<heading_calibration>.size
    calibration.accepted = 1
    calibration.soft_iron = (scale, 0, 0, 0, scale, 0, 0, 0, scale)
    calibration.hard_iron = (iron, 0, 0)
    #expect(heading_engine_calibrate(handle, 1, &calibration) == HEADING_ERROR_VALUE.rawValue)
    calibration.soft_iron = (1, 0, 0, 0, 1, 0, 0, 0, 1)
    calibration.hard_iron = (40e-6, 0, 0)
    #expect(heading_engine_calibrate(handle, 1, &calibration) >= 0)
  }
}
