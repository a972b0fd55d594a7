import HeadingEngine
import HeadingGeodesy
import HeadingGeometry
import HeadingNavigation
import HeadingSensing
import Testing
import VehicleSimulation

/// A simulated boat whose fixes end, with and without a log.
struct WaterSpeedTests {
  private static let gap = 120.0
  private static let end = 200.0

  /// What became of a run.
  private struct Run {
    var solutions: [HeadingSolution] = []
    var isToldImplausible = false
    var errors: [(error: Double, radius: Double)] = []
    var share = 0.0
    var sources: NavigationSources = []
  }

  private static let boat: (events: [SensorEvent], truth: [VehicleTruth]) = {
    var vehicle = SimulatedVehicle(kind: .boat, seed: 72)
    vehicle.gaps = [gap...1e6]
    return vehicle.recording(seconds: end)
  }()

  /// Runs the boat with a log that reads `log(time, speed through the water)`; `nil`: no log.
  private func run(_ log: ((Double, Double) -> Double)?) -> Run {
    let truth = Self.boat.truth
    let start = truth[0].time
    func ahead(_ pose: VehicleTruth) -> Vector3 {
      Vector3(pose.heading.angle.sine, pose.heading.angle.cosine, 0)
    }
    // The path's speed through the water is 3 m/s, plus waves with a mean of zero.
    var current = Vector3.zero
    var count = 0.0
    for pose in truth where pose.time.seconds(since: start) > 20 {
      current += pose.velocity - ahead(pose) * 3
      count += 1
    }
    current = current / count
    var engine = HeadingEngine()
    var settings = EngineSettings()
    settings.motion = .free
    // The boat's gyroscope has what a calibration leaves.
    settings.gyroscopeBias = EngineSettings.compensatedGyroscopeBias
    engine.absorb(.settings(BootTime(seconds: 0), settings))
    var result = Run()
    var index = 0
    var next = 0.0
    var (known, all) = (0.0, 0.0)
    for event in Self.boat.events {
      let seconds = event.time.seconds(since: start)
      while index + 1 < truth.count, truth[index + 1].time <= event.time { index += 1 }
      if let log, seconds >= next {
        let pose = truth[index]
        let speed = (pose.velocity - current).dot(ahead(pose))
        let reading = (log(seconds, speed) * 100).rounded() / 100
        engine.absorb(.waterSpeed(WaterSpeedSample(time: event.time, value: reading)))
        next += 0.2
      }
      guard engine.absorb(event), case .angularRate(let sample) = event,
        Int((sample.time.seconds * 100).rounded()) % 20 == 0
      else { continue }
      var solution = engine.solution(at: sample.time)
      // With fixes that is all that a wrong log changes.
      let told = solution.reasons.remove(.waterSpeedImplausible)
      result.isToldImplausible = result.isToldImplausible || told != nil
      if seconds < Self.gap {
        result.solutions.append(solution)
      } else if seconds > Self.gap + 4 {
        all += 1
        result.sources.formUnion(solution.navigationSources)
        guard let place = solution.coordinate.value,
          let radius = solution.horizontalAccuracy.value
        else { continue }
        known += 1
        let offset = LocalTangentPlane(origin: truth[index].coordinate, height: 420)
          .vector(to: place, height: 420)
        result.errors.append(((offset.x * offset.x + offset.y * offset.y).squareRoot(), radius))
      }
    }
    result.share = known / max(all, 1)
    return result
  }

  private func covered(_ run: Run) -> Double {
    Double(run.errors.count { $0.error < 1.73 * $0.radius }) / Double(max(run.errors.count, 1))
  }

  @Test(.timeLimit(.minutes(3)))
  func `a log carries the position on without fixes`() {
    let without = run(nil)
    let good = run { _, speed in speed }
    #expect(good.share > without.share + 0.2 && good.share > 0.9)
    #expect(covered(good) > 0.9)
    #expect(rootMeanSquare(good.errors.map(\.error)) < 20)
    #expect(good.sources.contains(.waterSpeed) && !without.sources.contains(.waterSpeed))
  }

  @Test(.timeLimit(.minutes(3)))
  func `a wrong log changes nothing while there are fixes, and is covered without`() {
    let without = run(nil)
    let half = run { _, speed in 0.5 * speed }
    #expect(isSame(half, without))
    #expect(covered(half) > 0.9)
    let fouled = run { time, speed in time < Self.gap - 50 ? speed : 0.4 * speed }
    #expect(isSame(fouled, without))
    #expect(covered(fouled) > 0.9)
    #expect(fouled.isToldImplausible && !without.isToldImplausible)
  }

  /// Whether two runs have the same solutions with fixes; a test that compares the arrays prints them.
  private func isSame(_ first: Run, _ second: Run) -> Bool { first.solutions == second.solutions }

  @Test(arguments: [0, 2.5]) func `a log that stops without fixes is not used`(reading: Double) {
    let stopped = run { time, speed in time < Self.gap + 30 ? speed : reading }
    #expect(covered(stopped) > 0.9)
  }
}
