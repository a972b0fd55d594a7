import CoreMotion.CMAccelerometer
import CoreMotion.CMAltimeter
import CoreMotion.CMDeviceMotion
import CoreMotion.CMMotionManager
import Foundation
import HeadingEngine
import HeadingGeometry
import HeadingLocationServices
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import Synchronization
import Testing

@testable import CoreMotion

/// The rate of updates; the imports of submodules are those of programs.
@Suite(.timeLimit(.minutes(5))) struct PaceTests {
  /// Number of values that pass in a minute, of a stream with some jitter, s.
  private func passed(_ interval: Double, rate: Double, jitter: Double = 0) -> Int {
    var pace = UpdatePace(interval: interval)
    var count = 0
    for index in 0..<Int(60 * rate) {
      let early = index % 3 == 0 ? -jitter : index % 3 == 1 ? jitter : 0
      if pace.admits(1000 + Double(index) / rate + early) { count += 1 }
    }
    return count
  }

  @Test(arguments: [
    (0.02, 119.0, 3000), (0.01, 119, 6000), (0.02, 100, 3000), (0.01, 100, 6000),
    (1 / 30.0, 119, 1800), (0.1, 119, 600), (1, 119, 60), (0.02, 40, 2400), (0, 119, 7140),
    (-1, 100, 6000), (.nan, 100, 6000),
  ])
  func `the average interval is the requested one, or the sensor's if that is longer`(
    interval: Double, rate: Double, expected: Int
  ) {
    for jitter in [0, 0.0005, 0.3 / rate] {
      let found = passed(interval, rate: rate, jitter: jitter)
      // Much jitter may cost a value now and then.
      let tolerance = max(2, jitter * rate > 0.1 ? expected / 100 : 0)
      #expect(abs(found - expected) <= tolerance, "\(found) of \(rate) Hz at ±\(jitter) s")
    }
  }

  @Test func `a pause starts a new schedule and a clock that went back does not stop it`() {
    var pace = UpdatePace(interval: 0.02)
    #expect(pace.admits(10) && !pace.admits(10.01) && pace.admits(10.02))
    // Not the fifty of a second at once.
    let burst = (0..<10).count { pace.admits(11 + Double($0) * 0.001) }
    #expect(burst <= 2)
    #expect(pace.admits(5) && !pace.admits(5.01) && pace.admits(5.02))
  }

  @Test func `a time that is repeated is admitted once, also behind the schedule`() {
    var pace = UpdatePace(interval: 0.01)
    #expect(pace.admits(10) && !pace.admits(10))
    #expect(pace.admits(10.5) && !pace.admits(10.5) && !pace.admits(10.5))
  }

  /// Ten seconds of a sensor of 119 Hz, delivered when the test says so.
  private final class Sensor: SensorOrigin {
    static let count = 1190
    let (begin, begun) = AsyncStream.makeStream(of: Void.self)
    let (end, ended) = AsyncStream.makeStream(of: Void.self)
    var availability: SensorAvailability { SensorAvailability() }

    func deliver(to receiver: @escaping @Sendable (SolutionMessage) -> Void) async {
      for await _ in begin { break }
      for index in 0..<Self.count {
        var solution = HeadingSolution(
          time: BootTime(seconds: 100 + Double(index) / 119), missing: .starting)
        solution.attitude = .known(.identity)
        receiver(SolutionMessage(solution, latency: 0))
      }
      ended.finish()
      try? await Task.sleep(for: .seconds(3600))
    }
  }

  @Test func `an interval of 20 ms gives 50 motions a second from a sensor of 119 Hz`() async {
    let sensor = Sensor()
    let manager = CMMotionManager(hub: SensorHub(sensor))
    manager.deviceMotionUpdateInterval = 0.02
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let times = Mutex<[Double]>([])
    manager.startDeviceMotionUpdates(to: queue) { motion, _ in
      if let motion { times.withLock { $0.append(motion.timestamp) } }
    }
    sensor.begun.yield()
    for await _ in sensor.end {}
    await withCheckedContinuation { continuation in
      queue.addBarrierBlock { continuation.resume() }
    }
    manager.stopDeviceMotionUpdates()
    let found = times.withLock { $0 }
    #expect(abs(found.count - 500) <= 1, "\(found.count) in 10 s")
    // Each at the first measurement after it is due.
    let gaps = zip(found, found.dropFirst()).map { $1 - $0 }
    #expect(gaps.allSatisfy { $0 > 0.016 && $0 < 0.026 })
  }
}
