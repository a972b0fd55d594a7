import HeadingGeometry
import Testing

@testable import HeadingActivity

/// Activities, distances and floors on known paths.
@Suite(.timeLimit(.minutes(5))) struct ActivityTests {
  /// Time and estimator of a simulated person.
  struct Person {
    var estimator = ActivityEstimator()
    var time = 1000.0
    var seen: [MotionActivity] = []

    /// Spends some seconds.
    ///
    /// - Parameters:
    ///   - duration: The time, s.
    ///   - walk: The movement of the device; `nil` at rest.
    ///   - shake: Standard deviation of a vibration, m/s².
    ///   - speed: Speed of the fixes, once a second; `nil` without fixes.
    ///   - height: The barometer's height at the beginning, m.
    ///   - climb: Vertical speed of the barometer's height, m/s; `nil` without a barometer.
    mutating func spend(
      _ duration: Double, walk: StepDetectorTests.Walk? = nil, shake: Double = 0,
      speed: Double? = nil, from height: Double = 0, climb: Double? = nil
    ) {
      var state: UInt64 = 3
      for index in 0..<Int(duration * 50) {
        let part = Double(index) / 50
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let noise = shake * 3.46 * (Double(state >> 40) / Double(1 << 24) - 0.5)
        let now = time + part
        if index % 50 == 0 {
          if let speed { estimator.move(at: speed, time: now) }
          if let climb { estimator.rise(to: height + climb * part, time: now) }
        }
        let force = walk?.force(part) ?? Vector3(0, 0, 9.8)
        if estimator.accelerate(force + Vector3(noise, 0, noise), at: now) {
          if seen.last != estimator.estimate.activity { seen.append(estimator.estimate.activity) }
        }
      }
      time += duration
    }
  }

  private let walk = StepDetectorTests.Walk()

  @Test func `rest, walking and rest again`() {
    var person = Person()
    person.spend(10)
    #expect(person.estimator.estimate == .init(activity: .stationary, confidence: .medium))
    person.spend(20, walk: walk)
    #expect(person.estimator.estimate == .init(activity: .walking, confidence: .high))
    #expect((person.estimator.beginning ?? 0) < 1015)
    person.spend(20, speed: 0.1)
    #expect(person.estimator.estimate == .init(activity: .stationary, confidence: .high))
    #expect(person.seen == [.stationary, .walking, .stationary])
  }

  @Test func `running has a higher cadence and a larger swing`() {
    var person = Person()
    person.spend(20, walk: .init(frequency: 2.7, amplitude: 8))
    #expect(person.estimator.estimate == .init(activity: .running, confidence: .medium))
    person.spend(20, walk: .init(frequency: 2.7, amplitude: 8), speed: 3)
    #expect(person.estimator.estimate == .init(activity: .running, confidence: .high))
    // On a treadmill, or a walk with large movements of the hand.
    person.spend(20, walk: .init(frequency: 2.7, amplitude: 8), speed: 1)
    #expect(person.estimator.estimate.activity == .walking)
  }

  @Test func `a car is automotive, also where it stands and in a tunnel`() {
    var person = Person()
    person.spend(20, shake: 0.4, speed: 5)
    #expect(person.estimator.estimate == .unknown)
    person.spend(20, shake: 0.4, speed: 20)
    #expect(person.estimator.estimate == .init(activity: .automotive, confidence: .high))
    person.spend(60, shake: 0.1, speed: 0)
    #expect(
      person.estimator.estimate
        == .init(activity: [.automotive, .stationary], confidence: .medium))
    person.spend(60, shake: 0.4)
    #expect(person.estimator.estimate == .init(activity: .automotive, confidence: .medium))
    person.spend(30, walk: walk, speed: 1.3)
    #expect(person.estimator.estimate.activity == .walking)
    person.spend(30, shake: 0.4)
    #expect(person.estimator.estimate == .unknown)
  }

  @Test func `a vibration at a vehicle's speed is no steps`() {
    var person = Person()
    person.spend(60, walk: walk, speed: 8)
    #expect(person.estimator.meter.steps == 0 && !person.seen.contains(.walking))
  }

  @Test func `a bicycle's speed is cycling with low confidence`() {
    var person = Person()
    person.spend(60, shake: 0.5, speed: 5)
    #expect(person.estimator.estimate == .init(activity: .cycling, confidence: .low))
    person.spend(30, shake: 0.5)
    #expect(person.estimator.estimate == .unknown)
  }

  @Test func `without fixes there is no vehicle`() {
    var person = Person()
    person.spend(120, shake: 0.5)
    #expect(person.estimator.estimate == .unknown && person.seen.allSatisfy(\.isEmpty))
  }

  @Test func `a distance is that of the fixes, and then of the learned step`() throws {
    var person = Person()
    person.spend(30, walk: walk)
    let before = person.estimator.meter
    // 54 steps of somebody unknown.
    #expect(before.steps > 50 && before.distance == nil && before.stepLength == nil)
    #expect(before.currentSpeed(at: person.time) == nil)
    person.spend(60, walk: walk, speed: 1.35)
    let measured = person.estimator.meter
    #expect(abs(try #require(measured.stepLength) - 0.75) < 0.01)
    // With the steps before the first fix.
    #expect(abs(try #require(measured.distance) - 90 * 1.35) < 4)
    person.spend(60, walk: walk)
    let distance = try #require(person.estimator.meter.distance)
    #expect(abs(distance - 150 * 1.35) < 4)
    #expect(abs(try #require(person.estimator.meter.currentSpeed(at: person.time)) - 1.35) < 0.05)
    #expect(abs(person.estimator.meter.activeTime - 150) < 4)
    person.spend(10)
    #expect(person.estimator.meter.currentSpeed(at: person.time) == nil)
    #expect(person.estimator.meter.distance == distance)
  }

  @Test func `floors are those of stairs, not of a lift, of a hill's foot or of the weather`() {
    var person = Person()
    // Four floors up, at 0.25 m/s.
    person.spend(10, walk: walk, climb: 0)
    person.spend(48, walk: walk, climb: 0.25)
    person.spend(10, walk: walk, from: 12, climb: 0)
    #expect(person.estimator.meter.floors.ascended == 4)
    person.spend(24, walk: walk, from: 12, climb: -0.25)
    person.spend(10, walk: walk, from: 6, climb: 0)
    #expect(person.estimator.meter.floors.descended == 2)
    // A lift: 30 m without steps.
    person.spend(30, from: 6, climb: 1)
    #expect(person.estimator.meter.floors.ascended == 4)
    // 1 hPa in an hour of walking: 8 m.
    person.spend(3600, walk: walk, from: 36, climb: 8.0 / 3600)
    #expect(person.estimator.meter.floors.ascended == 4)
    #expect(person.estimator.meter.floors.descended == 2)
  }
}
