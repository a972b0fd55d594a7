import HeadingGeometry
import HeadingSensing

/// The samples of one fit, prepared: scaled, thinned, chained by the gyroscope.
struct FieldData: Sendable {
  /// A chain ends after this long, s: the gyroscope's drift is modelled as constant within one.
  static let longestChain = 30.0

  /// The unit of the field, T.
  let unit: Double

  /// In order of time.
  var samples: [FieldSample] = []

  /// Runs of samples whose relative attitude the gyroscope tells.
  var chains: [Range<Int>] = []

  /// Whether every sample has a direction of up.
  var hasUp = true

  /// The middle and half range of the load; `nil` if it did not vary.
  var load: (middle: Double, half: Double)?

  /// The middle and half range of the temperature, K; `nil` if it did not vary by 3 K.
  var temperature: (middle: Double, half: Double)?

  /// The first and the last moment.
  private let span: (first: BootTime, last: BootTime)?

  /// 1σ of the velocity told of each sample, over standard gravity, s; `nil` if none is.
  var velocityDeviation: Double?

  /// Whether every sample has an angular rate, so that a lag can be told.
  let hasRate: Bool

  /// Whether the field has told the rates instead of a gyroscope, see ``findTurn(_:)``.
  var hasTurn = false

  /// Prepares samples; those that are no numbers are passed over.
  ///
  /// - Parameters:
  ///   - raw: In order of time.
  ///   - unit: The unit of the field, T.
  ///   - limit: More samples than this are thinned evenly.
  ///   - loadAt: Which of the load's delays counts; `nil` leaves the load out.
  init(_ raw: [CalibrationSample], unit: Double, atMost limit: Int, loadAt: Int? = 0) {
    self.unit = unit
    let usable = raw.filter { $0.isUsable }
    hasRate = !usable.isEmpty && usable.allSatisfy { $0.angularRate != nil }
    // A receiver tells the speed, not how far the body slips sideways: 0.3 m/s.
    if usable.contains(where: { $0.speed != nil }) { velocityDeviation = 0.03 }
    span = usable.first.flatMap { first in usable.last.map { (first.time, $0.time) } }
    hasUp = !usable.isEmpty && usable.allSatisfy { $0.specificForce != nil }
    if let loadAt { load = Self.range(usable.map { $0.load?[loadAt] }, atLeast: 1e-9) }
    temperature = Self.range(usable.map { $0.temperature }, atLeast: 3)
    let stride = max(1, (usable.count + limit - 1) / max(limit, 1))
    samples.reserveCapacity(usable.count / stride + 1)
    var turn = Quaternion.identity
    var interval = 0.0
    var isChained = false
    var began = 0
    var length = 0.0
    for (index, sample) in usable.enumerated() {
      if index > 0 {
        if let (vector, step) = Self.turn(usable, to: index) {
          turn = turn * Quaternion(rotationVector: vector)
          interval += step
        } else {
          isChained = false
        }
      }
      guard index % stride == 0 else { continue }
      length += interval
      if !isChained || length > Self.longestChain {
        closeChain(from: began)
        began = samples.count
        length = 0
      }
      isChained = sample.angularRate != nil
      samples.append(
        prepared(sample, turn: turn, interval: interval, load: loadAt.flatMap { sample.load?[$0] }))
      turn = .identity
      interval = 0
    }
    closeChain(from: began)
    findNeighbours()
  }

  /// How far the body turned from the sample before to one, and how long that took; `nil` across a gap.
  ///
  /// Between the rates a parabola bends as the neighbours do, (−1, 13, 13, −1)/24, where they are as far apart;
  /// the axis that turns meanwhile adds h²/12 ω₀ × ω₁ (Bortz 1971). A trapezoid would lose a degree a turn in a
  /// swift motion.
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

  /// Leaves the accelerometer out.
  mutating func leaveOutUp() {
    hasUp = false
    for index in samples.indices {
      samples[index].up = nil
      samples[index].force = nil
    }
  }

  /// A chain needs far more readings than it has parameters of its own.
  private mutating func closeChain(from first: Int) {
    if samples.count - first >= 20 { chains.append(first..<samples.count) }
  }

  /// −1…1 from the first sample to the last.
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
    result.turn = turn
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

  /// Root mean square distance of the field from its middle, in units of the field.
  ///
  /// Half a turn gives a third and more where the field is not too steep; a body that only moves along,
  /// with a hand's wobble, gives less than a tenth.
  var spread: Double {
    var moments = RunningMoments()
    for sample in samples { moments.add(sample.field) }
    return moments.deviation.length
  }

  /// Whether gravity was seen from many sides: root mean square distance of up from its middle, of 1.
  ///
  /// A body tilted to and fro by 30° gives 0.4.
  var turnsByGravity: Bool {
    tilting > 0.4
  }

  /// Root mean square distance of up from its middle, of 1; 0 without an accelerometer.
  var tilting: Double {
    guard hasUp else { return 0 }
    var moments = RunningMoments()
    for sample in samples { if let up = sample.up { moments.add(up) } }
    return moments.deviation.length
  }

  /// Lets attitudes that very many samples show count less, so that a rest does not outvote a turn.
  ///
  /// A cell's samples together weigh at most as much as eight times the median cell's. Outliers lie about in cells
  /// of their own and would make that median small; they and lone samples do not count for it.
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
