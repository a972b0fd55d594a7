/// Classifies what the carrier of the device does, by steps, rest and speed.
///
/// Walking and running are seen by steps; a rest by the accelerometer alone; vehicles only by the
/// speed of fixes. A movement that is none of these is unknown: nothing is guessed.
public struct ActivityClassifier: Sendable {
  /// The parameters; the evidence for them is in docs/results.md.
  enum Parameters {
    /// Largest standard deviation of the specific force at rest, m/s²: a device on a table has 0.1.
    static let restDeviation = 0.3
    /// Largest speed at rest, m/s.
    static let restSpeed = 0.7
    /// Steps per second from which a person runs: 140 a minute, above every usual walk.
    static let runningCadence = 2.33
    /// Smallest swing of a runner's steps, m/s².
    static let runningSwing = 8.0
    /// Speed of a person on foot who runs, m/s: people change to running at 2 m/s.
    static let runningSpeed = 2.2
    /// Number of steps that are more than a coincidence.
    static let longSequence = 10
    /// Speed above which a vehicle is a motor vehicle, m/s.
    static let motorSpeed = 9.0
    /// Time above that speed, s.
    static let motorTime = 5.0
    /// Speeds of a bicycle, m/s, and the time within them without steps, s.
    static let bicycleSpeed = 2.5...9.0
    static let bicycleTime = 30.0
    /// Time for which a motor vehicle stays one without a speed above the bicycle's, s.
    static let motorHold = 180.0
    /// Age at which a speed is no longer used, s.
    static let speedAge = 5.0
    /// Time after which another class replaces the current one, s; being on foot has been confirmed
    /// by the sequence of steps.
    static let confirmation = 1.0
    /// The same of an unknown activity, s: the first steps and the last movement before a rest are
    /// none.
    static let unknownConfirmation = 4.0
  }

  /// An activity with its confidence.
  public struct Estimate: Sendable, Hashable {
    /// The activities; empty if unknown.
    public var activity: MotionActivity
    /// The confidence in them.
    public var confidence: ActivityConfidence

    /// Creates an estimate.
    public init(activity: MotionActivity, confidence: ActivityConfidence) {
      (self.activity, self.confidence) = (activity, confidence)
    }

    /// Nothing known.
    public static let unknown = Estimate(activity: [], confidence: .low)
  }

  /// The current estimate.
  public private(set) var estimate = Estimate.unknown

  /// When the current activity began, s on the time scale of the samples; `nil` before the first.
  public private(set) var beginning: Double?

  private var speed: (value: Double, time: Double)?
  private var fastSince: Double?
  private var bicycleSince: Double?
  private var motorUntil: Double?
  private var candidate: (estimate: Estimate, since: Double)?

  /// Creates a classifier that knows nothing.
  public init() {}

  /// Processes a speed over ground.
  ///
  /// - Parameters:
  ///   - speed: Speed, m/s; a negative value or one that is not finite is ignored.
  ///   - time: Its time, s.
  public mutating func move(at speed: Double, time: Double) {
    guard speed.isFinite, speed >= 0, time.isFinite else { return }
    let isContinued = self.speed.map { 0...Parameters.speedAge ~= time - $0.time } ?? false
    self.speed = (speed, time)
    if !isContinued { (fastSince, bicycleSince) = (nil, nil) }
    fastSince = speed >= Parameters.motorSpeed ? fastSince ?? time : nil
    if let fastSince, time - fastSince >= Parameters.motorTime {
      motorUntil = time + Parameters.motorHold
    }
    if let until = motorUntil, time <= until, speed >= Parameters.bicycleSpeed.lowerBound {
      motorUntil = time + Parameters.motorHold
    }
    bicycleSince = Parameters.bicycleSpeed ~= speed ? bicycleSince ?? time : nil
  }

  /// Classifies the present.
  ///
  /// - Parameters:
  ///   - steps: The detector of steps, after its newest sample.
  ///   - time: The time of that sample, s.
  /// - Returns: Whether the estimate changed.
  public mutating func classify(_ steps: borrowing StepDetector, at time: Double) -> Bool {
    if let beginning, time < beginning {
      // The clock went back.
      self = ActivityClassifier()
    }
    let found = current(steps, time)
    guard found != estimate || beginning == nil else {
      candidate = nil
      return false
    }
    if found.activity == estimate.activity, beginning != nil {
      estimate.confidence = found.confidence
      candidate = nil
      return true
    }
    if !found.activity.isDisjoint(with: [.walking, .running]) {
      (estimate, beginning, candidate) = (found, time, nil)
      return true
    }
    guard let candidate, candidate.estimate.activity == found.activity, time >= candidate.since
    else {
      candidate = (found, time)
      return false
    }
    let required =
      found == .unknown && beginning != nil
      ? Parameters.unknownConfirmation : Parameters.confirmation
    guard time - candidate.since >= required else { return false }
    (estimate, beginning) = (found, candidate.since)
    self.candidate = nil
    return true
  }

  /// The class of the present, before its confirmation.
  private mutating func current(_ steps: borrowing StepDetector, _ time: Double) -> Estimate {
    let speed = self.speed.flatMap {
      0...Parameters.speedAge ~= time - $0.time ? $0.value : nil
    }
    if let cadence = steps.cadence, (speed ?? 0) < PedestrianMeter.fastestRunner {
      motorUntil = nil
      bicycleSince = nil
      return onFoot(cadence, steps, speed)
    }
    let isMotor = motorUntil.map { time <= $0 } ?? false
    let isStill =
      steps.deviation < Parameters.restDeviation && (speed ?? 0) < Parameters.restSpeed
    if isMotor {
      let stands = (speed ?? .infinity) < Parameters.restSpeed || (speed == nil && isStill)
      let confidence: ActivityConfidence =
        speed.map { $0 >= Parameters.bicycleSpeed.lowerBound } == true ? .high : .medium
      return Estimate(
        activity: stands ? [.automotive, .stationary] : .automotive, confidence: confidence)
    }
    if isStill {
      // Rest and constant velocity are one to an accelerometer.
      return Estimate(activity: .stationary, confidence: speed != nil ? .high : .medium)
    }
    if let bicycleSince, speed != nil, time - bicycleSince >= Parameters.bicycleTime {
      // A slow car, a boat and a bicycle are one to these sensors.
      return Estimate(activity: .cycling, confidence: .low)
    }
    return .unknown
  }

  private func onFoot(
    _ cadence: Double, _ steps: borrowing StepDetector, _ speed: Double?
  ) -> Estimate {
    if cadence >= Parameters.runningCadence, steps.swing >= Parameters.runningSwing,
      steps.sequenceLength >= Parameters.longSequence
    {
      guard let speed else { return Estimate(activity: .running, confidence: .medium) }
      if speed >= Parameters.runningSpeed {
        return Estimate(activity: .running, confidence: .high)
      }
    }
    return Estimate(
      activity: .walking,
      confidence: steps.sequenceLength >= Parameters.longSequence ? .high : .medium)
  }
}
