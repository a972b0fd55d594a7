import HeadingGeometry
import HeadingNavigation
import HeadingSensing
import RealModule
import Testing

@testable import HeadingEngine

/// Heave through the engine: when it is there, and why not.
struct HeaveEngineTests {
  /// A device that goes up and down by half a metre every seven seconds; the last solution.
  private func run(heavePoint: Vector3?, seconds: Double) throws -> HeadingSolution {
    var engine = HeadingEngine()
    var settings = EngineSettings()
    settings.heavePoint = heavePoint
    _ = engine.process(.settings(BootTime(seconds: 0), settings))
    var last: HeadingSolution?
    let omega = 2 * Double.pi / 7
    for index in 1...Int(seconds * 50) {
      let time = BootTime(seconds: Double(index) / 50)
      let upward = -0.5 * omega * omega * Double.cos(omega * time.seconds)
      _ = engine.process(
        .acceleration(
          VectorSample(
            time: time, value: Vector3(0, 0, PhysicalConstants.standardGravity + upward))))
      last = engine.process(.angularRate(VectorSample(time: time, value: Vector3(1e-3, 0, 0))))
    }
    return try #require(last)
  }

  @Test func `heave is computed of a given point only, and needs a minute`() throws {
    let without = try run(heavePoint: nil, seconds: 90)
    #expect(without.heave == nil && without.seaState == nil)
    #expect(!without.reasons.contains(.heaveSettling))
    let early = try run(heavePoint: .zero, seconds: 60)
    #expect(early.heave?.value == nil && early.reasons.contains(.heaveSettling))
    let later = try run(heavePoint: .zero, seconds: 90)
    let heave = try #require(later.heave?.value)
    let truth = 0.5 * Double.cos(2 * Double.pi / 7 * later.time.seconds)
    #expect(abs(heave.displacement - truth) < 0.05)
    #expect(!later.reasons.contains(.heaveSettling) && later.seaState == nil)
  }

  @Test func `the sea state follows after three minutes`() throws {
    let sea = try #require(try run(heavePoint: .zero, seconds: 200).seaState)
    #expect(abs(sea.waveHeight - 4 * 0.5 / 2.0.squareRoot()) < 0.05)
    #expect(abs((sea.period ?? 0) - 7) < 0.3)
    // Of 200 s the attitude settles in ten, and the filters are filled in sixty.
    #expect(sea.duration == 130)
  }
}
