public import HeadingGeometry
import RealModule

/// Estimates heave and sea state from accelerations in the earth frame.
///
/// The stated accuracies have three parts. What a filter for lower waves, which takes less from the
/// low frequencies, says differently: a drift, a turn, a shock. What the accelerometer's unknown bias
/// does as the vessel tilts: the same weights applied to the direction of up in the body frame, times
/// the bias. And the attitude's error times the distance of the point.
public struct HeaveEstimator: Sendable {
  /// Seconds at the start that are not used, because the attitude settles.
  private static let settling = 10.0

  /// Longest gap between accelerations, s; after a longer one the estimate starts again.
  private static let longestGap = 0.5

  /// Time constant of the wave height by which the filters are chosen, s.
  private static let memory = 120.0

  /// 1σ error of the attitude at the frequencies of waves, rad: 0.07°.
  private static let tilt = 0.0012

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
  /// Direction of up in the body frame.
  private var up = [RecentValues](
    repeating: RecentValues(capacity: HeaveFilter.length), count: 3)
  /// Height of ``point`` above the sensors, m.
  private var heights = RecentValues(capacity: HeaveFilter.length)
  private var now = HeaveMonitor()
  private var late = HeaveMonitor()
  private var sea = SeaStateEstimator()
  private var variance = 0.0

  private var newest: (end: Double, heave: Heave)?

  /// The sea state, every ten seconds; `nil` in the first 190 s.
  public private(set) var seaState: SeaState?

  private var bank: HeaveFilterBank { .standard }

  /// Creates an estimator of the heave of a point, m from the sensors, body frame.
  public init(point: Vector3) { self.point = point }

  /// Adds an acceleration.
  ///
  /// - Parameters:
  ///   - acceleration: Specific force less gravity, m/s², along up.
  ///   - attitude: Attitude, body to earth.
  ///   - bias: 1σ of the accelerometer's bias along an axis, m/s².
  ///   - time: Time, s; one that is not later than the last is ignored.
  public mutating func update(
    acceleration: Double, attitude: Quaternion, bias: Double, at time: Double
  ) {
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
    for index in 0..<count { add(complete[index], attitude: attitude, bias: bias) }
  }

  private mutating func add(
    _ interval: (mean: Double, end: Double), attitude: Quaternion, bias: Double
  ) {
    let vertical = attitude.conjugate * Vector3(0, 0, 1)
    accelerations.add(interval.mean)
    heights.add((attitude * point).z)
    up[0].add(vertical.x)
    up[1].add(vertical.y)
    up[2].add(vertical.z)
    guard accelerations.isFull else { return }
    let trim = heights.sum(weightedBy: Self.taper)
    let level = max(4 * variance.squareRoot(), HeaveFilterBank.smallest)
    let lever = Self.tilt * point.length

    let present = filtered(
      level, bias: bias, weights: { $0.displacement }, deviation: { $0.deviation })
    let past = filtered(
      level, bias: bias, weights: { $0.delayed }, deviation: { $0.delayedDeviation })
    let speed = filtered(level, bias: 0, weights: { $0.speed }, deviation: { $0.deviation })
    let pointSpeed = (heights[0] - heights[1]) / HeaveFilter.interval
    let heave = Heave(
      displacement: present.value + heights[0] - trim,
      accuracy: Double.hypot(now.accuracy(present), lever),
      speed: speed.value + pointSpeed,
      delayed: past.value + heights[HeaveFilter.delay] - trim,
      delay: Double(HeaveFilter.delay) * HeaveFilter.interval,
      delayedAccuracy: Double.hypot(late.accuracy(past), lever))
    newest = (interval.end, heave)
    // A steady sea has its variance from the first minute on.
    let square = heave.delayed * heave.delayed
    variance += (square - variance) * max(HeaveFilter.interval / Self.memory, 1 / sea.length)
    let angles = AttitudeAngles(attitude)
    let isComplete = sea.add(
      heave: heave.delayed, accuracy: heave.delayedAccuracy, roll: angles.roll.radians,
      pitch: angles.pitch.radians)
    if isComplete { seaState = sea.statistics }
  }

  /// A filter's value for a wave height, and what its error may be.
  ///
  /// Functions instead of key paths: Embedded Swift has none.
  private func filtered(
    _ height: Double, bias: Double, weights: (HeaveFilter) -> [Double],
    deviation: (HeaveFilter) -> Double
  ) -> HeaveMonitor.Value {
    let (lower, share) = bank.place(height: height)
    let filters = (bank.filters[lower], bank.filters[lower + 1])
    func mix(_ values: RecentValues, height: Double) -> Double {
      let (lower, share) = bank.place(height: height)
      return (1 - share) * values.sum(weightedBy: weights(bank.filters[lower]))
        + share * values.sum(weightedBy: weights(bank.filters[lower + 1]))
    }
    let value = mix(accelerations, height: height)
    var tilted = 0.0
    if bias > 0 {
      for axis in up {
        let effect = bias * mix(axis, height: height)
        tilted += effect * effect
      }
    }
    return HeaveMonitor.Value(
      value: value, other: mix(accelerations, height: height / 4), biasEffect: tilted.squareRoot(),
      deviation: (1 - share) * deviation(filters.0) + share * deviation(filters.1))
  }

  /// The heave at a time, s; `nil` in the first 70 s, and half a second after the last acceleration.
  public func heave(at time: Double) -> Heave? {
    guard let newest, time - newest.end < Self.longestGap else { return nil }
    let age = max(time - newest.end, 0)
    var heave = newest.heave
    heave.displacement += heave.speed * age
    heave.delay += age
    return heave
  }
}
