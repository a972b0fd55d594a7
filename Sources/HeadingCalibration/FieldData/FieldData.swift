import HeadingGeometry
import HeadingSensing

/// The samples of one fit: scaled, thinned, and grouped into segments that the gyroscope connects.
struct FieldData: Sendable {
  /// Longest duration of a segment, s: within one the gyroscope's bias is modelled as constant.
  static let longestSegment = 30.0

  /// The unit of the field, T.
  let unit: Double

  /// The samples in order of time.
  var samples: [FieldSample] = []

  /// Index ranges of consecutive samples whose relative attitudes the integrated gyroscope rates
  /// give.
  var segments: [Range<Int>] = []

  /// Whether every sample has a specific force.
  var hasUp = true

  /// The middle and half range of the load; `nil` if it did not vary.
  var load: (middle: Double, half: Double)?

  /// The middle and half range of the temperature, K; `nil` if it did not vary by 3 K.
  var temperature: (middle: Double, half: Double)?

  /// The times of the first and the last sample.
  private let span: (first: BootTime, last: BootTime)?

  /// 1σ of the samples' velocity, over standard gravity, s; `nil` without a velocity.
  var velocityDeviation: Double?

  /// Whether every sample has an angular rate, which makes a lag of the field observable.
  let hasRate: Bool

  /// Whether the angular rates are derived from the field instead of a gyroscope, see
  /// ``deriveRates(about:)``.
  var hasDerivedRates = false

  /// Prepares samples; those with values that are not finite are skipped.
  ///
  /// - Parameters:
  ///   - raw: The samples in order of time.
  ///   - unit: The unit of the field, T.
  ///   - limit: Largest number of samples; more are decimated evenly.
  ///   - loadAt: Index of the load's delay in ``LoadSeries/delays``; `nil` excludes the load.
  init(_ raw: [CalibrationSample], unit: Double, atMost limit: Int, loadAt: Int? = 0) {
    self.unit = unit
    let usable = raw.filter { $0.isUsable }
    hasRate = !usable.isEmpty && usable.allSatisfy { $0.angularRate != nil }
    // A receiver's speed does not contain the body's sideslip: 0.3 m/s, 1σ.
    if usable.contains(where: { $0.speed != nil }) { velocityDeviation = 0.03 }
    span = usable.first.flatMap { first in usable.last.map { (first.time, $0.time) } }
    hasUp = !usable.isEmpty && usable.allSatisfy { $0.specificForce != nil }
    if let loadAt { load = Self.range(usable.map { $0.load?[loadAt] }, atLeast: 1e-9) }
    temperature = Self.range(usable.map { $0.temperature }, atLeast: 3)
    let stride = max(1, (usable.count + limit - 1) / max(limit, 1))
    samples.reserveCapacity(usable.count / stride + 1)
    var turn = Quaternion.identity
    var interval = 0.0
    var isConnected = false
    var began = 0
    var length = 0.0
    for (index, sample) in usable.enumerated() {
      if index > 0 {
        if let (vector, step) = Self.turn(usable, to: index) {
          turn = turn * Quaternion(rotationVector: vector)
          interval += step
        } else {
          isConnected = false
        }
      }
      guard index % stride == 0 else { continue }
      length += interval
      if !isConnected || length > Self.longestSegment {
        closeSegment(from: began)
        began = samples.count
        length = 0
      }
      isConnected = sample.angularRate != nil
      samples.append(
        prepared(sample, turn: turn, interval: interval, load: loadAt.flatMap { sample.load?[$0] }))
      turn = .identity
      interval = 0
    }
    closeSegment(from: began)
    findNeighbours()
  }

  /// Rotation vector of the body from the previous sample to this one, and its duration; `nil`
  /// across a gap.
  ///
  /// Integrates a parabola through four equally spaced rates, weights (−1, 13, 13, −1)/24; the
  /// coning term is h²/12 ω₀ × ω₁ (Bortz 1971). A trapezoidal rule has errors of 1° per revolution
  /// in fast motion.
  private static func turn(
    _ samples: [CalibrationSample], to index: Int
  ) -> (vector: Vector3, seconds: Double)? {
    guard let rate = samples[index].angularRate, let before = samples[index - 1].angularRate else {
      return nil
    }
    let step = samples[index].time.seconds(since: samples[index - 1].time)
    guard step > 0, step < 0.25 else { return nil }
    var mean = (rate + before) / 2
    if index >= 2, index + 1 < samples.count, let first = samples[index - 2].angularRate,
      let last = samples[index + 1].angularRate,
      abs(samples[index - 1].time.seconds(since: samples[index - 2].time) - step) < 0.2 * step,
      abs(samples[index + 1].time.seconds(since: samples[index].time) - step) < 0.2 * step
    {
      mean += (rate + before - first - last) / 24
    }
    return (mean * step + before.cross(rate) * (step * step / 12), step)
  }

  /// Removes the accelerometer's values from all samples.
  mutating func leaveOutUp() {
    hasUp = false
    for index in samples.indices {
      samples[index].up = nil
      samples[index].force = nil
    }
  }

  /// Appends a segment of at least 20 samples: many more than the seven parameters that it adds.
  private mutating func closeSegment(from first: Int) {
    if samples.count - first >= 20 { segments.append(first..<samples.count) }
  }

  /// A time scaled to −1…1 from the first sample to the last.
  private func moment(_ time: BootTime) -> Double {
    guard let span else { return 0 }
    let whole = span.last.seconds(since: span.first)
    return whole > 0 ? 2 * time.seconds(since: span.first) / whole - 1 : 0
  }

  private func prepared(
    _ sample: CalibrationSample, turn: Quaternion, interval: Double, load value: Double?
  ) -> FieldSample {
    var result = FieldSample(field: sample.field / unit)
    if hasUp {
      result.up = sample.specificForce?.direction
      result.force = sample.specificForce.map { $0 / PhysicalConstants.standardGravity }
    }
    result.moment = moment(sample.time)
    result.seconds = span.map { sample.time.seconds(since: $0.first) } ?? 0
    if let load, let value { result.load = (value - load.middle) / load.half }
    if let temperature, let value = sample.temperature {
      result.temperature = (value - temperature.middle) / temperature.half
    }
    result.rotation = turn
    result.interval = interval
    result.rate = sample.angularRate ?? .zero
    result.velocity = Vector3(0, sample.speed ?? 0, 0) / PhysicalConstants.standardGravity
    result.halfBack = Quaternion(rotationVector: result.rate * (-interval / 2))
    return result
  }

  private static func range(
    _ values: [Double?], atLeast least: Double
  ) -> (middle: Double, half: Double)? {
    var low = Double.infinity
    var high = -Double.infinity
    for value in values {
      guard let value else { return nil }
      low = min(low, value)
      high = max(high, value)
    }
    guard high - low > least else { return nil }
    return ((low + high) / 2, (high - low) / 2)
  }

  /// Root mean square distance of the field from its mean, in units of the field.
  ///
  /// Half a turn gives a third and more where the field is not too steep; translation with a hand's
  /// tremor gives less than a tenth.
  var spread: Double {
    var moments = RunningMoments()
    for sample in samples { moments.add(sample.field) }
    return moments.deviation.length
  }

  /// Whether the direction of gravity in the body varied widely, see ``tilting``.
  ///
  /// A body tilted to and fro by 30° gives 0.4.
  var rotatesByGravity: Bool {
    tilting > 0.4
  }

  /// Root mean square distance of the unit up vector from its mean; 0 without an accelerometer.
  var tilting: Double {
    guard hasUp else { return 0 }
    var moments = RunningMoments()
    for sample in samples { if let up = sample.up { moments.add(up) } }
    return moments.deviation.length
  }

  /// Reduces the weight of samples in densely sampled attitudes, such as rests.
  ///
  /// The total weight of a cell is at most eight times the sample count of the median cell.
  /// Outliers and cells with a single sample are excluded from that median, since they would lower
  /// it.
  mutating func balance(_ parameters: FieldParameters, without isOutlier: [Bool]) {
    guard let inverse = parameters.distortion.inverse else { return }
    var counts = [Int](repeating: 0, count: DirectionGrid.cellCount * DirectionGrid.cellCount)
    var cells = [Int](repeating: 0, count: samples.count)
    for index in samples.indices {
      let field = inverse * parameters.centered(samples[index])
      let side = samples[index].up.map { DirectionGrid.cell(of: $0) } ?? 0
      cells[index] = DirectionGrid.cell(of: field) * DirectionGrid.cellCount + side
      counts[cells[index]] += 1
    }
    var known = counts
    for index in cells.indices where isOutlier[index] { known[cells[index]] -= 1 }
    let occupied = known.filter { $0 > 1 }.sorted()
    guard occupied.count > 3 else { return }
    let limit = Double(occupied[occupied.count / 2]) * 8
    for index in samples.indices {
      samples[index].weight = min(1, limit / Double(counts[cells[index]]))
    }
  }
}
