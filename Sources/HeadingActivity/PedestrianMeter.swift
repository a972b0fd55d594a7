/// Adds up steps, distance, floors and active time of a person on foot.
///
/// The distance is that of the speed from fixes while the person steps. It teaches the length of a
/// step, which measures the steps without fixes, those before the first fix included. Without fixes
/// there is no distance: the length of a step of somebody unknown is not a measurement.
public struct PedestrianMeter: Sendable {
  /// Number of steps with a speed after which the length of a step is known.
  static let requiredSteps = 20

  /// Part by which a step changes the mean length, after the first ones.
  static let learning = 0.02

  /// Lengths of a step that are learned, m.
  static let lengths = 0.2...2.0

  /// Age at which a speed is no longer used, s.
  static let speedAge = 3.0

  /// Speed above which nobody runs, m/s: what seems to be steps is a vehicle's vibration.
  static let fastestRunner = 7.0

  /// Number of steps.
  public private(set) var steps = 0

  /// Time of stepping, s.
  public private(set) var activeTime = 0.0

  /// Floors, by the barometer.
  public private(set) var floors = FloorCounter()

  /// Steps per second; `nil` while the person is not stepping.
  public private(set) var cadence: Double?

  /// Learned length of a step, m; `nil` before ``requiredSteps`` with a speed.
  public var stepLength: Double? { learned.count >= Self.requiredSteps ? learned.mean : nil }

  private var measured = 0.0
  private var unmeasured = 0
  private var learned = (count: 0, mean: 0.0)
  private var speed: (value: Double, time: Double)?
  private var lastStep: Double?

  /// Creates a meter at zero.
  public init() {}

  /// Distance, m; `nil` while steps have neither a speed nor a known length.
  public var distance: Double? {
    guard unmeasured > 0 else { return measured }
    return stepLength.map { measured + Double(unmeasured) * $0 }
  }

  /// Speed on foot, m/s; `nil` while the person is not stepping or the speed is unknown.
  public func currentSpeed(at time: Double) -> Double? {
    guard let cadence else { return nil }
    return usableSpeed(at: time) ?? stepLength.map { $0 * cadence }
  }

  /// Processes a speed over ground from fixes.
  ///
  /// - Parameters:
  ///   - speed: Speed, m/s; a negative value or one that is not finite is ignored.
  ///   - time: Its time, s.
  public mutating func move(at speed: Double, time: Double) {
    guard speed.isFinite, speed >= 0, time.isFinite else { return }
    self.speed = (speed, time)
  }

  /// Processes a height from a barometer.
  ///
  /// - Parameters:
  ///   - height: Height above any fixed level, m.
  ///   - time: Its time, s.
  public mutating func rise(to height: Double, time: Double) {
    floors.update(height, at: time, lastStep: lastStep)
  }

  /// Adds the steps that a sample credited.
  ///
  /// - Parameters:
  ///   - count: Number of steps.
  ///   - detector: The detector after that sample.
  ///   - time: The time of the sample, s.
  public mutating func add(_ count: Int, _ detector: borrowing StepDetector, at time: Double) {
    let speed = usableSpeed(at: time)
    cadence = (speed ?? 0) < Self.fastestRunner ? detector.cadence : nil
    guard count > 0, let cadence else { return }
    steps += count
    lastStep = time
    let duration = Double(count) / cadence
    activeTime += duration
    guard let speed else {
      unmeasured += count
      return
    }
    measured += speed * duration
    let length = speed / cadence
    guard Self.lengths ~= length else { return }
    for _ in 0..<count {
      learned.count = min(learned.count + 1, 1_000_000)
      let share = max(Self.learning, 1 / Double(learned.count))
      learned.mean += share * (length - learned.mean)
    }
  }

  private func usableSpeed(at time: Double) -> Double? {
    speed.flatMap { 0...Self.speedAge ~= time - $0.time ? $0.value : nil }
  }
}
