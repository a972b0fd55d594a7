import HeadingEngine
import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import Testing

/// A board that rotates in place about all axes, as in a hand that calibrates it.
struct TumblingTests {
  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `uncalibrated, no fixes of a place at rest give it a heading it does not have`(
    seed: UInt64
  ) throws {
    var scenario = try Scenario.named("tumbling")
    scenario.seed = seed
    let hat = scenario.hat()
    var run = EngineRun()
    run.feed(hat.events(until: 100, calibrated: false, fixes: 1))
    var (count, beyond, largest) = (0, 0, 0.0)
    for solution in run.solutions {
      guard let bound = solution.headingAccuracy95.value else { continue }
      let truth = hat.truth(at: solution.time.seconds).magneticHeading
      let error = distance(solution.magneticHeading.value, truth)
      count += 1
      if error > bound.degrees { beyond += 1 }
      largest = max(largest, error / bound.degrees)
    }
    // The largest was 6 times its 95 % bound, which three quarters exceeded, when rotation alone
    // told the navigation filter a heading.
    #expect(count > 1000)
    #expect(Double(beyond) < 0.05 * Double(count), "\(beyond) of \(count)")
    #expect(largest < 2, "\(largest) times the bound")
  }
}
