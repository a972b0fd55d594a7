import HeadingEngine
import HeadingGeodesy
import HeadingGeometry
import HeadingSensing
import Testing
import VehicleSimulation

/// A receiver whose position jumps by kilometres: whether it or the estimate is right, nobody knows at first.
@Suite(.timeLimit(.minutes(5))) struct ReceiverJumpTests {
  @Test(arguments: [VehicleKind.car, .walker])
  func
    `while a jump of 7 km is doubted the bound contains both places, and the age is the old fix's`(
      kind: VehicleKind
    ) throws
  {
    let vehicle = SimulatedVehicle(kind: kind, seed: 5)
    let recording = vehicle.recording(seconds: 120)
    var engine = HeadingEngine()
    var settings = EngineSettings()
    settings.motion = kind.motion
    engine.absorb(.settings(BootTime(seconds: 0), settings))
    let jump = 40.0
    var first: Double?
    var newest: Coordinate?
    var doubted = 0
    for original in recording.events {
      var event = original
      if case .fix(var fix) = original, fix.time.seconds > jump {
        fix.coordinate = try #require(
          Coordinate(
            latitude: fix.coordinate.latitude + 0.0631, longitude: fix.coordinate.longitude))
        first = first ?? fix.time.seconds
        newest = fix.coordinate
        event = .fix(fix)
      }
      guard engine.absorb(event), case .angularRate(let sample) = event, let first, let newest,
        Int((sample.time.seconds * 100).rounded()) % 10 == 0, sample.time.seconds > first + 0.3
      else { continue }
      let solution = engine.solution(at: sample.time)
      // Withheld is as good.
      guard let place = solution.coordinate.value, let bound = solution.horizontalAccuracy.value
      else { continue }
      let distance = place.distance(to: newest)
      // 68 %: the receiver's own error comes on top.
      #expect(
        distance < 1.05 * bound + 30, "\(distance) m at \(sample.time.seconds) s, ±\(bound) m")
      guard distance > 3500 else { continue }
      doubted += 1
      #expect(solution.reasons.contains(.fixJump))
      let age = try #require(solution.fixAge.value)
      #expect(age > sample.time.seconds - first, "\(age) s at \(sample.time.seconds) s")
    }
    #expect(doubted > 20)
  }
}
