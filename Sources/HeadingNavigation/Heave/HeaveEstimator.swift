public import HeadingGeometry
import RealModule

/// Estimates heave and sea state from accelerations in the earth frame.
public struct HeaveEstimator: Sendable {
  /// Seconds at the start that are not used, because the attitude settles.
  private static let settling = 10.0

  /// Longest gap between accelerations, s; after a longer one the estimate starts again.
  private static let longestGap = 0.5

  /// Time constant of the observed error of the displacement, s.
  private static let memory = 60.0

  /// Weights of a mean over a minute whose ends count less, so that whole waves matter little.
  private static let taper: [Double] = {
    let count = HeaveFilter.length
    return (0..<count).map {
      (1 - Double.cos(2 * Double.pi * (Double($0) + 0.5) / Double(count))) / Double(count)
    }
  }()

  /// The point whose heave is estimated, m from the sensors, body frame.
  public let point: Vector3

  private var start: Double?
  private var last: Double?
  private var means = IntervalMeans(interval: HeaveFilter.interval)
  private var accelerations = RecentValues(capacity: HeaveFilter.length)
  /// Height of ``point`` above the sensors, m.
  private var heights = RecentValues(capacity: HeaveFilter.length)
  /// The displacements of the last intervals, to be compared with the delayed ones.
  private var displacements = RecentValues(capacity: HeaveFilter.delay + 1)
  private var sea = SeaStateEstimator()

  /// The sea state, every ten seconds; `nil` in the first 190 s.
  public private(set) var seaState: SeaState?

  private var newest: (end: Double, displacement: Double, speed: Double, delayed: Double)?
  private var observedVariance: Double
  private var heaveVariance = 0.0

  private var filter: HeaveFilter { .standard }

  /// Creates an estimator of the heave of a point, m from the sensors, body frame.
  public init(point: Vector3) {
    self.point = point
    observedVariance = HeaveFilter.standard.deviation * HeaveFilter.standard.deviation
  }

  /// Adds an acceleration.
  ///
  /// - Parameters:
  ///   - acceleration: Specific force less gravity, m/s², along up.
  ///   - attitude: Attitude, body to earth.
  ///   - time: Time, s; one that is not later than the last is ignored.
  public mutating func update(acceleration: Double, attitude: Quaternion, at time: Double) {
    if let last {
      guard time > last else { return }
      if time - last > Self.longestGap { self = HeaveEstimator(point: point) }
    }
    guard acceleration.isFinite else { return }
    last = time
    let begin = start ?? time
    start = begin
    guard time - begin >= Self.settling else { return }
    var (complete, count) = (InlineArray<8, (mean: Double, end: Double)>(repeating: (0, 0)), 0)
    means.add(acceleration, at: time) { mean, end in
      guard count < 8 else { return }
      complete[count] = (mean, end)
      count += 1
    }
    guard count > 0 else { return }
    let height = (attitude * point).z
    let angles = AttitudeAngles(attitude)
    for index in 0..<count { add(complete[index], height: height, angles: angles) }
  }

  private mutating func add(
    _ interval: (mean: Double, end: Double), height: Double, angles: AttitudeAngles
  ) {
    accelerations.add(interval.mean)
    heights.add(height)
    guard accelerations.isFull else { return }
    let trim = heights.sum(weightedBy: Self.taper)
    let displacement =
      accelerations.sum(weightedBy: filter.displacement) + heights[0] - trim
    let delayed =
      accelerations.sum(weightedBy: filter.delayed) + heights[HeaveFilter.delay] - trim
    let pointSpeed = (heights[0] - heights[1]) / HeaveFilter.interval
    let speed = accelerations.sum(weightedBy: filter.speed) + pointSpeed
    newest = (interval.end, displacement, speed, delayed)
    displacements.add(displacement)
    let share = HeaveFilter.interval / Self.memory
    heaveVariance += (delayed * delayed - heaveVariance) * share
    if displacements.isFull {
      let error = displacements[HeaveFilter.delay] - delayed
      observedVariance += (error * error - observedVariance) * share
    }
    let isComplete = sea.add(
      heave: delayed, roll: angles.roll.radians, pitch: angles.pitch.radians)
    if isComplete { seaState = sea.statistics(noise: filter.delayedDeviation) }
  }

  /// The heave at a time, s; `nil` in the first 70 s, and half a second after the last acceleration.
  public func heave(at time: Double) -> Heave? {
    guard let newest, time - newest.end < Self.longestGap else { return nil }
    let delayedAccuracy = delayedAccuracy
    return Heave(
      displacement: newest.displacement + newest.speed * max(time - newest.end, 0),
      accuracy: Double.hypot(observedVariance.squareRoot(), delayedAccuracy),
      speed: newest.speed, delayed: newest.delayed,
      delay: Double(HeaveFilter.delay) * HeaveFilter.interval + max(time - newest.end, 0),
      delayedAccuracy: delayedAccuracy)
  }

  private var delayedAccuracy: Double {
    Double.hypot(
      filter.delayedDeviation, SeaStateEstimator.heaveShare * heaveVariance.squareRoot())
  }
}
