import Foundation
import HeadingGeometry
import HeadingSensing
import HeadingTesting
import Testing

@testable import HeadingNavigation

/// The dead reckoning with a log, and its judgement of the log.
struct WaterReckoningTests {
  private func drive(_ heading: Double, speed: Double) -> WaterReckoning.Drive {
    WaterReckoning.Drive(
      speed: speed, forward: SIMD2(sin(heading), cos(heading)), headingDeviation: 0.02)
  }

  @Test func `the derivatives of the velocity are those of central differences`() {
    var reckoning = WaterReckoning()
    reckoning.factor = 1.2
    reckoning.leeway = 0.1
    reckoning.headingError = 0.05
    reckoning.current = SIMD2(0.3, -0.4)
    let drive = drive(0.7, speed: 2.5)
    let right = WaterReckoning.right(of: drive.forward)
    let paths: [(Int, WritableKeyPath<WaterReckoning, Double>)] = [
      (2, \.current.x), (3, \.current.y), (4, \.factor), (5, \.leeway), (6, \.headingError),
    ]
    for axis in 0..<2 {
      let row = reckoning.row(
        axis, ahead: drive.forward * drive.speed, across: right * drive.speed, right: right)
      for (index, path) in paths {
        var (more, less) = (reckoning, reckoning)
        more[keyPath: path] += 1e-4
        less[keyPath: path] -= 1e-4
        let slope = (more.velocity(drive)[axis] - less.velocity(drive)[axis]) / 2e-4
        #expect(abs(slope - row[index]) < 1e-8)
      }
    }
  }

  @Test func `turns separate the log's factor from the current`() {
    var random = SplitMix64(state: 5)
    var reckoning = WaterReckoning()
    let current = SIMD2(0.3, -0.2)
    for index in 0..<60 {
      let heading = Double(index / 10) * 1.1
      let drive = drive(heading, speed: 2)
      reckoning.fade(drive, by: 3)
      var block = WaterBlock()
      let noise = SIMD2(random.normal(), random.normal()) * 0.05
      block.add(drive, velocity: drive.forward * 2.6 + current + noise, interval: 3)
      _ = reckoning.learn(block.means, noise: 0.0025, limit: 14)
    }
    #expect(abs(reckoning.factor - 1.3) < 3 * reckoning.factorDeviation)
    #expect(reckoning.factorDeviation < 0.05)
    let apart = reckoning.current - current
    #expect((apart * apart).sum().squareRoot() < 0.15)
  }

  @Test func `the variance of a way is that of many ways`() {
    var random = SplitMix64(state: 6)
    let (speed, seconds) = (2.0, 30)
    var square = 0.0
    let runs = 4000
    for _ in 0..<runs {
      let factor = 1 + 0.15 * random.normal()
      let current = SIMD2(random.normal(), random.normal()) * 0.5
      var leeway = 0.15 * random.normal()
      var turn = 0.02 * random.normal()
      var way = SIMD2<Double>.zero
      let (fade, rest) = (exp(-0.01), (1 - exp(-0.02)).squareRoot())
      for _ in 0..<seconds {
        let drive = drive(0.4 + turn, speed: speed)
        way += drive.forward * (factor * speed) + current
        way += WaterReckoning.right(of: drive.forward) * leeway
        leeway = fade * leeway + rest * 0.15 * random.normal()
        turn = fade * turn + rest * 0.02 * random.normal()
      }
      let apart = way - drive(0.4, speed: speed).forward * (speed * Double(seconds))
      square += (apart * apart).sum() / Double(runs)
    }
    var reckoning = WaterReckoning()
    let drive = drive(0.4, speed: speed)
    for _ in 0..<seconds { reckoning.advance(drive, by: 1, noise: 0) }
    #expect(abs(reckoning.wayVariance / square - 1) < 0.15)
  }

  @Test func `a log that fouls on a straight leg is another log`() {
    // 1.6 m/s through the water on one leg; from 120 s on a wheel that reads a quarter less.
    let (heading, speed, current) = (2.2, 1.6, SIMD2(0.2, 0.3))
    let ahead = SIMD2(sin(heading), cos(heading))
    var random = SplitMix64(state: 7)
    var filter = NavigationFilter(parameters: NavigationParameters())
    filter.mode = .aligned
    filter.state.attitude = Quaternion(
      angle: Angle(radians: -heading), axis: Vector3(0, 0, 1))
    filter.covariance.reset(at: ErrorIndex.attitude, variance: Vector3(1e-4, 1e-4, 1e-3))
    filter.covariance.reset(at: ErrorIndex.velocity, variance: Vector3(1e-3, 1e-3, 1e-3))
    var log = WaterLog()
    var requests = 0
    for index in 0..<1000 {
      let seconds = Double(index) * 0.2
      let time = BootTime(seconds: 100 + seconds)
      (filter.time, filter.lastFix, filter.lastVelocity) = (time, time, time)
      let noise = SIMD2(random.normal(), random.normal()) * 0.1
      let velocity = ahead * speed + current + noise
      filter.state.velocity = Vector3(velocity.x, velocity.y, 0)
      let reading = speed * (seconds < 120 ? 0.9 : 0.67) + 0.03 * random.normal()
      requests += Allocations.count {
        log.take(WaterSpeedSample(time: time, value: reading))
        log.advance(filter, isContradicted: false)
      }
    }
    #expect(requests == 0)
    // On the way back it is as wrong as it says.
    let back = WaterReckoning.Drive(speed: speed * 0.67, forward: -ahead, headingDeviation: 0.03)
    let error = log.reckoning.velocity(back) - (current - ahead * speed)
    let spread = log.reckoning.velocityVariance(back).squareRoot()
    #expect(((error * error).sum() / 2).squareRoot() < 1.5 * spread, "\(error) ± \(spread)")
  }

  /// Whether a log that reads `reading(time)` while the boat makes 2 m/s is used at the end of 30 s.
  private func isUsed(_ reading: (Double) -> Double) -> Bool {
    var monitor = WaterLogMonitor()
    for index in 0..<150 {
      let seconds = Double(index) * 0.2
      let time = BootTime(seconds: 100 + seconds)
      monitor.take(WaterSpeedSample(time: time, value: reading(seconds)))
      monitor.judge(
        at: time, expected: 2, variance: 0.1, factor: 1, drift: 0.01, interval: 0.2)
    }
    return !monitor.isFaulty
  }

  @Test func `a log that stops, sticks or jumps is not used`() {
    func good(_ time: Double) -> Double { ((2 + 0.1 * sin(1.3 * time)) * 100).rounded() / 100 }
    #expect(isUsed(good))
    #expect(!isUsed { $0 < 20 ? good($0) : 0 })
    #expect(!isUsed { $0 < 20 ? good($0) : good(20) })
    #expect(!isUsed { $0 < 20 ? good($0) : 0.4 * good($0) })
    #expect(!isUsed { $0 < 20 ? good($0) : .nan })
  }

  @Test func `a wheel's direction is that of the inertial velocity after a stop`() {
    var monitor = WaterLogMonitor()
    var speeds: [Double] = []
    // Slowly to a stop, 2 m/s astern, and ahead again; the inertial velocity is good to 1 m/s.
    for index in 0..<450 {
      let seconds = Double(index) * 0.2
      let truth = 2 * cos(2 * .pi * min(seconds, 60) / 60)
      let time = BootTime(seconds: 100 + seconds)
      monitor.take(WaterSpeedSample(time: time, value: abs(truth) + 0.001 * Double(index % 3)))
      monitor.judge(
        at: time, expected: truth + 0.5, variance: 1, factor: 1, drift: 0.05, interval: 0.2)
      speeds.append(monitor.speed)
    }
    #expect(speeds[50] > 0 && speeds[150] < -1.9 && speeds[440] > 1.9)
    #expect(!monitor.isFaulty)
  }

  @Test func `impossible readings and old times are ignored`() {
    var monitor = WaterLogMonitor()
    monitor.take(WaterSpeedSample(time: BootTime(seconds: 5), value: 2))
    for value in [Double.nan, .infinity, -1e9] {
      monitor.take(WaterSpeedSample(time: BootTime(seconds: 6), value: value))
    }
    monitor.take(WaterSpeedSample(time: BootTime(seconds: 4), value: 3))
    #expect(monitor.speed == 2 && monitor.time == BootTime(seconds: 5))
  }
}
