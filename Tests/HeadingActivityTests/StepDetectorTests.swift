import HeadingGeometry
import HeadingTesting
import RealModule
import Testing

@testable import HeadingActivity

/// Steps of a rigid body on known paths; the recordings of people are in `make steps`.
@Suite(.timeLimit(.minutes(5))) struct StepDetectorTests {
  /// A device that rises and falls as a walker's: fundamental and second harmonic.
  struct Walk {
    /// Steps per second.
    var frequency = 1.8
    /// Amplitude of the vertical acceleration, m/s².
    var amplitude = 2.5
    /// Sampling rate, Hz.
    var rate = 50.0
    /// The vertical in the device's frame.
    var up = Vector3(0, 0, 1)
    /// The direction of the movement in the device's frame.
    var direction: Vector3?

    func force(_ time: Double) -> Vector3 {
      let phase = 2 * .pi * frequency * time
      let acceleration = amplitude * (Double.sin(phase) + 0.3 * Double.sin(2 * phase + 1))
      return 9.80665 * up + acceleration * (direction ?? up)
    }

    /// Processes some seconds; returns the counted steps.
    func count(_ detector: inout StepDetector, from start: Double, for duration: Double) -> Int {
      var steps = 0
      for index in 0..<Int(duration * rate) {
        let time = Double(index) / rate
        steps += detector.update(force(time), at: start + time)
      }
      return steps
    }
  }

  @Test(arguments: [25.0, 50, 100, 119, 400], [1.2, 1.8, 2.3, 2.9])
  func `every step is counted at every sampling rate`(rate: Double, frequency: Double) {
    let walk = Walk(frequency: frequency, amplitude: frequency * frequency, rate: rate)
    var detector = StepDetector()
    let steps = walk.count(&detector, from: 100, for: 60)
    #expect(abs(Double(steps) - 60 * frequency) <= 2, "\(steps) of \(60 * frequency)")
    #expect(detector.isStepping)
    #expect(abs((detector.cadence ?? 0) - frequency) < 0.1)
  }

  @Test(arguments: [
    Vector3(0, 0, 1), Vector3(0, 1, 0), Vector3(-1, 0, 0), Vector3(0.6, -0.48, 0.64),
  ])
  func `the orientation of the device does not matter`(up: Vector3) {
    var detector = StepDetector()
    #expect(abs(Walk(up: up).count(&detector, from: 0, for: 30) - 54) <= 2)
  }

  @Test func `four steps are none and five are five`() {
    for (duration, range) in [(4 / 1.8, 0...0), (7 / 1.8, 5...7)] {
      var detector = StepDetector()
      var walk = Walk()
      var steps = walk.count(&detector, from: 0, for: duration)
      walk.amplitude = 0
      steps += walk.count(&detector, from: duration, for: 5)
      #expect(range ~= steps, "\(steps)")
      #expect(!detector.isStepping && detector.cadence == nil)
    }
  }

  @Test func `a horizontal movement has no steps`() {
    var detector = StepDetector()
    let walk = Walk(amplitude: 4, direction: Vector3(1, 0, 0))
    #expect(walk.count(&detector, from: 0, for: 60) == 0)
  }

  @Test func `a rise and fall larger than a person's has no steps`() {
    var detector = StepDetector()
    // 1.1 Hz with 8 m/s²: 17 cm up and down.
    #expect(Walk(frequency: 1.1, amplitude: 8).count(&detector, from: 0, for: 60) == 0)
  }

  @Test func `a device that is turned fast has no steps`() {
    var detector = StepDetector()
    let walk = Walk()
    var steps = 0
    for index in 0..<3000 {
      let time = Double(index) / 50
      detector.rotate(Vector3(0, 6, 0), at: time)
      steps += detector.update(walk.force(time), at: time)
    }
    #expect(steps <= 5)
  }

  @Test func `noise and rest have no steps`() {
    var detector = StepDetector()
    var state: UInt64 = 7
    var steps = 0
    for index in 0..<60_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let noise = Double(state >> 40) / Double(1 << 24) - 0.5
      steps += detector.update(Vector3(noise, -noise, 9.8 + noise), at: Double(index) / 100)
    }
    #expect(steps == 0)
    #expect(detector.deviation < 1)
  }

  @Test func `bad values, repeated times and jumps of the clock do no harm`() {
    var detector = StepDetector()
    let walk = Walk()
    for time in [0, .nan, .infinity, -1, 1e300, 5, 5, 4] {
      for value in [0, .nan, .infinity, -1e300, 1e5, 9.8] {
        _ = detector.update(Vector3(value, 0, value), at: time)
        detector.rotate(Vector3(value, 0, 0), at: time)
      }
    }
    #expect(abs(walk.count(&detector, from: 3, for: 30) - 54) <= 3)
  }

  @Test(.enabled(if: Allocations.areCounted)) func `a sample allocates nothing`() {
    var estimator = ActivityEstimator()
    let walk = Walk()
    func run(_ start: Double) {
      for index in 0..<1000 {
        let time = start + Double(index) / 50
        estimator.rotate(.zero, at: time)
        estimator.move(at: 1.3, time: time)
        estimator.rise(to: 0.2 * time, time: time)
        _ = estimator.accelerate(walk.force(time), at: time)
      }
    }
    run(0)
    #expect(Allocations.count { run(20) } == 0)
    #expect(estimator.meter.steps > 60)
  }
}
