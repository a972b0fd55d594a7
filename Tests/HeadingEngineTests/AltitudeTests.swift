import HeadingEngine
import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import Testing

/// Altitude from barometer, accelerometer and fixes.
struct AltitudeTests {
  @Test func `in still air the relative altitude stays within a decimetre for a minute`() {
    var run = EngineRun()
    run.feed(simulatedHat(heading: 30).events(until: 62, fixes: 0))
    let settled = run.solutions.filter { $0.time.seconds > 2 }
    let heights = settled.map { $0.relativeAltitude.value ?? .infinity }
    #expect(rootMeanSquare(heights) < 0.1, "\(rootMeanSquare(heights)) m")
    #expect(abs(heights.last ?? .infinity) < 0.1, "\(heights.last ?? 0) m")
    let climbs = settled.compactMap(\.climbRate.value)
    #expect(climbs.count == settled.count)
    #expect(rootMeanSquare(climbs) < 0.05)
  }

  @Test func `without an altimeter setting the altitude's accuracy includes the weather`() throws {
    var run = EngineRun()
    run.feed(simulatedHat().events(until: 3, fixes: 0))
    // The pressure at sea level varies by some 10 hPa, 85 m.
    let accuracy = try #require(run.last.verticalAccuracy.value)
    #expect(accuracy > 60 && accuracy < 100)
  }

  @Test func `with the altimeter setting the altitude is accurate to some metres`() throws {
    var run = EngineRun()
    var settings = EngineSettings()
    settings.seaLevelPressure = 101_325
    run.feed(.settings(BootTime(seconds: 0), settings))
    run.feed(simulatedHat().events(until: 3, fixes: 0))
    let altitude = try #require(run.last.altitude.value)
    let accuracy = try #require(run.last.verticalAccuracy.value)
    #expect(accuracy < 5)
    #expect(abs(altitude - 52) < 3)
  }

  @Test func `the loss of a receiver causes no step of the altitude`() throws {
    var run = EngineRun()
    var settings = EngineSettings()
    settings.fixedAltitude = 300
    settings.fixedCoordinate = Coordinate(latitude: 37.77, longitude: -122.42)
    run.feed(.settings(BootTime(seconds: 0), settings))
    run.feed(simulatedHat().events(until: 60)) { event in
      if case .fix(let fix) = event, fix.time.seconds > 30 {
        return .status(SensorStatus(time: fix.time, sensor: .gnss, state: .failed))
      }
      return event
    }
    let later = run.solutions.filter { $0.time.seconds > 30.5 }
    let altitudes = try later.map { try #require($0.altitude.value) }
    // The hat lies still.
    for (one, next) in zip(altitudes, altitudes.dropFirst()) { #expect(abs(next - one) < 0.3) }
    #expect(abs(try #require(altitudes.last) - 52) < 5)
    #expect(run.last.reasons.contains(.noFix))
  }

  @Test func `a barometer that repeats its reading is reported and not used`() throws {
    var run = EngineRun()
    run.feed(simulatedHat().events(until: 30, fixes: 0)) { event in
      guard case .pressure(var sample) = event, sample.time.seconds > 10 else { return event }
      sample.value = 99_000
      return .pressure(sample)
    }
    #expect(run.last.reasons.contains([.sensorStuck, .barometerStuck]))
    #expect(run.last.relativeAltitude.reasons.contains(.barometerStuck))
    #expect(run.last.climbRate.value == nil)
    let before = run.solutions.filter { $0.time.seconds < 10 }
    #expect(before.allSatisfy { !$0.reasons.contains(.barometerStuck) })
  }

  @Test func `fixes determine the pressure reference, which is kept when they end`() throws {
    var run = EngineRun()
    let hat = simulatedHat()
    // 900 Pa below the standard: the pressure alone says 75 m too much.
    run.feed(hat.events(until: 90)) { event in
      switch event {
      case .pressure(var sample):
        sample.value -= 900
        return .pressure(sample)
      case .fix(let fix): return fix.time.seconds < 60 ? event : nil
      default: return event
      }
    }
    let altitude = try #require(run.last.altitude.value)
    let accuracy = try #require(run.last.verticalAccuracy.value)
    #expect(abs(altitude - 52) < 4)
    #expect(abs(altitude - 52) < 3 * accuracy)
  }
}
