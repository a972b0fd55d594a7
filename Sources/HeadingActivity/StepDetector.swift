public import HeadingGeometry
import RealModule

/// Counts a walking or running person's steps by an accelerometer in any orientation.
///
/// The vertical specific force is band-passed; a step is a maximum between two upward crossings of
/// an adaptive threshold. Steps count only in a regular sequence, which is credited when it is long
/// enough: a movement of the hand is irregular, horizontal, a rotation, or larger than a person's
/// rise and fall. Peak detection with an adaptive threshold: Zhao, *Full-featured pedometer design
/// realized with 3-axis digital accelerometer*, Analog Dialogue 44-06, 2010.
public struct StepDetector: Sendable {
  /// The parameters, tuned on half of the recorded walks and hand movements (docs/results.md).
  enum Parameters {
    /// Cut-off frequency of the two low-pass filters, Hz: above the step frequency of a runner.
    static let lowPass = 3.0
    /// Cut-off frequency of the high-pass filter, Hz: below the step frequency of a slow walker.
    static let highPass = 0.4
    /// Time constant of the vertical's direction, s: longer than a step, shorter than a turn of the
    /// device.
    static let vertical = 2.0
    /// Smallest difference between a step's extremes after the band pass, m/s².
    static let smallestSwing = 0.9
    /// Threshold of a maximum in a sequence, as a part of half the mean swing.
    static let thresholdPart = 0.25
    /// Time between two steps, s: 240 to 60 steps a minute.
    static let interval = 0.25...1.0
    /// Time without a step after which a sequence ends, s.
    static let pause = 1.6
    /// Largest deviation of an interval from the mean of the last four, as a part of that mean;
    /// first in a new sequence, then in a credited one.
    static let irregularity = (new: 0.4, credited: 0.56)
    /// Number of intervals after which a sequence is credited.
    static let requiredIntervals = 4
    /// Largest amplitude of the device's rise and fall, m, as a sine of the step's frequency.
    static let largestRise = 0.09
    /// Smallest part of the variance that is vertical.
    static let verticalPart = 0.3
    /// Largest root mean square of the angular rate, rad/s.
    static let largestRate = 4.5
    /// Time constants of the variances and of the rate's mean square, s.
    static let variance = 1.5
    static let rate = 1.0
    /// Largest time between two samples, s; more is taken as this.
    static let largestGap = 0.2
  }

  /// A sequence of maxima with regular intervals.
  private struct Sequence {
    var intervals = SIMD4<Double>.zero
    var swings = SIMD4<Double>.zero
    var count = 0
    /// Whether it is credited, and whether its first maximum's predecessor was.
    var isCredited = false
    var followsCredited = false

    var meanInterval: Double { intervals.sum() / Double(min(count, 4)) }
    var meanSwing: Double { swings.sum() / Double(min(count, 4)) }

    mutating func add(interval: Double, swing: Double) {
      intervals[count % 4] = interval
      swings[count % 4] = swing
      // Stays bounded, and keeps its place in the ring.
      count = count >= 1_000_000 ? 4 + count % 4 : count + 1
    }
  }

  private var time: Double?
  private var gravity = Vector3.zero
  private var smooth = SIMD2<Double>.zero
  private var mean = 0.0
  private var verticalVariance = 0.0
  private var horizontalVariance = 0.0
  private var squaredRate = 0.0
  private var rateTime: Double?
  private var isAbove = false
  private var maximum = (value: 0.0, time: 0.0)
  private var minimum = 0.0
  private var minimumBefore = 0.0
  private var lastMaximum: Double?
  private var sequence = Sequence()

  /// Creates a detector that has not processed a sample.
  public init() {}

  /// Whether the person is stepping: a credited sequence goes on.
  public var isStepping: Bool { sequence.isCredited }

  /// Steps per second of the last four intervals; `nil` while the person is not stepping.
  public var cadence: Double? { sequence.isCredited ? 1 / sequence.meanInterval : nil }

  /// Mean difference between the extremes of the last four steps after the band pass, m/s².
  public var swing: Double { sequence.isCredited ? sequence.meanSwing : 0 }

  /// Number of steps in the current sequence, limited.
  public var sequenceLength: Int { sequence.isCredited ? sequence.count + 1 : 0 }

  /// Standard deviation of the specific force's magnitude over the last one and a half seconds,
  /// vertical and horizontal together, m/s².
  public var deviation: Double { (verticalVariance + horizontalVariance).squareRoot() }

  /// Processes an angular rate, rad/s, body frame.
  ///
  /// - Parameters:
  ///   - rate: The rate; a value that is not finite is ignored.
  ///   - time: Its time on a monotonic scale, s.
  public mutating func rotate(_ rate: Vector3, at time: Double) {
    guard rate.isFinite, time.isFinite else { return }
    let step = Swift.min(Swift.max(time - (rateTime ?? time), 0), Parameters.largestGap)
    rateTime = time
    squaredRate += Self.gain(step, Parameters.rate) * (rate.squaredLength - squaredRate)
  }

  /// Processes a specific force.
  ///
  /// - Parameters:
  ///   - force: Specific force, m/s², body frame; a value that is not finite is ignored.
  ///   - time: Its time on a monotonic scale, s.
  /// - Returns: The number of steps credited by this sample: mostly 0 or 1, five at the start of a
  ///   sequence.
  public mutating func update(_ force: Vector3, at time: Double) -> Int {
    guard force.isFinite, force.squaredLength < 1e8, time.isFinite else { return 0 }
    guard let last = self.time, time >= last, time - last < 10 else {
      // The first sample, a clock that went back, or a long gap.
      self = StepDetector()
      self.time = time
      gravity = force
      return 0
    }
    let step = Swift.min(time - last, Parameters.largestGap)
    self.time = time
    let filtered = filter(force, step)
    let credited = detectMaximum(filtered, time)
    if let lastMaximum, time - lastMaximum > Parameters.pause { sequence = Sequence() }
    return credited
  }

  /// Returns the band-passed vertical specific force, m/s².
  private mutating func filter(_ force: Vector3, _ step: Double) -> Double {
    gravity += Self.gain(step, Parameters.vertical) * (force - gravity)
    let strength = gravity.length
    guard strength > 0.1 else { return 0 }
    let along = force.dot(gravity) / strength
    let horizontal = force - along / strength * gravity
    let vertical = along - strength
    let share = Self.gain(step, Parameters.variance)
    verticalVariance += share * (vertical * vertical - verticalVariance)
    horizontalVariance += share * (horizontal.squaredLength - horizontalVariance)
    let low = Self.gain(step, 1 / (2 * .pi * Parameters.lowPass))
    smooth.x += low * (vertical - smooth.x)
    smooth.y += low * (smooth.x - smooth.y)
    mean += Self.gain(step, 1 / (2 * .pi * Parameters.highPass)) * (smooth.y - mean)
    return smooth.y - mean
  }

  private mutating func detectMaximum(_ value: Double, _ time: Double) -> Int {
    if isAbove {
      if value > maximum.value { maximum = (value, time) }
      guard value < 0 else { return 0 }
      isAbove = false
      minimum = value
      return credit(at: maximum.time, swing: maximum.value - minimumBefore)
    }
    minimum = Swift.min(minimum, value)
    let adaptive = sequence.isCredited ? Parameters.thresholdPart * sequence.meanSwing / 2 : 0
    if value > Swift.max(Parameters.smallestSwing / 2, adaptive) {
      isAbove = true
      maximum = (value, time)
      minimumBefore = minimum
    }
    return 0
  }

  /// Adds a maximum to the sequence, or begins another; returns the number of credited steps.
  private mutating func credit(at time: Double, swing: Double) -> Int {
    guard swing >= Parameters.smallestSwing else { return 0 }
    guard let last = lastMaximum else {
      lastMaximum = time
      return 0
    }
    let interval = time - last
    // A second maximum of the same step.
    guard interval >= Parameters.interval.lowerBound else { return 0 }
    lastMaximum = time
    let frequency = 2 * .pi / interval
    guard interval <= Parameters.interval.upperBound,
      swing / 2 <= Parameters.largestRise * frequency * frequency,
      squaredRate <= Parameters.largestRate * Parameters.largestRate,
      verticalVariance >= Parameters.verticalPart * (verticalVariance + horizontalVariance)
    else {
      sequence = Sequence()
      return 0
    }
    if sequence.count > 0 {
      let allowed =
        sequence.isCredited ? Parameters.irregularity.credited : Parameters.irregularity.new
      let mean = sequence.meanInterval
      if abs(interval - mean) > allowed * mean {
        let wasCredited = sequence.isCredited
        sequence = Sequence()
        sequence.followsCredited = wasCredited
        sequence.add(interval: interval, swing: swing)
        return 0
      }
    }
    sequence.add(interval: interval, swing: swing)
    if sequence.isCredited { return 1 }
    guard sequence.count >= Parameters.requiredIntervals else { return 0 }
    sequence.isCredited = true
    return sequence.count + (sequence.followsCredited ? 0 : 1)
  }

  /// The gain of a first-order filter for a step of time.
  private static func gain(_ step: Double, _ constant: Double) -> Double {
    1 - .exp(-step / constant)
  }
}
