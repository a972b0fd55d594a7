import HeadingGeometry
import HeadingSensing

/// The samples of one fit, prepared: scaled, thinned, chained by the gyroscope.
struct FieldData: Sendable {
  /// More samples than this are thinned evenly: the fit's time grows with them, its error hardly shrinks.
  static let largestCount = 3000

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

  /// Prepares samples; those that are no numbers are passed over.
  init(_ raw: [CalibrationSample], unit: Double) {
    self.unit = unit
    let usable = raw.filter { $0.isUsable }
    hasUp = !usable.isEmpty && usable.allSatisfy { $0.specificForce != nil }
    load = Self.range(usable.map { $0.load }, atLeast: 1e-9)
    temperature = Self.range(usable.map { $0.temperature }, atLeast: 3)
    let stride = max(1, (usable.count + Self.largestCount - 1) / Self.largestCount)
    samples.reserveCapacity(usable.count / stride + 1)
    var turn = Quaternion.identity
    var interval = 0.0
    var isChained = false
    var began = 0
    var length = 0.0
    for (index, sample) in usable.enumerated() {
      if index > 0 {
        let before = usable[index - 1]
        let step = sample.time.seconds(since: before.time)
        if let rate = sample.angularRate, let rateBefore = before.angularRate,
          step > 0, step < 0.25
        {
          turn = turn * Quaternion(rotationVector: (rate + rateBefore) * (step / 2))
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
      samples.append(prepared(sample, turn: turn, interval: interval))
      turn = .identity
      interval = 0
    }
    closeChain(from: began)
  }

  /// Leaves the accelerometer out.
  mutating func leaveOutUp() {
    hasUp = false
    for index in samples.indices { samples[index].up = nil }
  }

  /// A chain needs far more readings than it has parameters of its own.
  private mutating func closeChain(from first: Int) {
    if samples.count - first >= 20 { chains.append(first..<samples.count) }
  }

  private func prepared(
    _ sample: CalibrationSample, turn: Quaternion, interval: Double
  ) -> FieldSample {
    var result = FieldSample(field: sample.field / unit)
    if hasUp { result.up = sample.specificForce?.direction }
    if let load, let value = sample.load { result.load = (value - load.middle) / load.half }
    if let temperature, let value = sample.temperature {
      result.temperature = (value - temperature.middle) / temperature.half
    }
    result.turn = turn
    result.interval = interval
    result.rate = sample.angularRate ?? .zero
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

  /// Lets attitudes that very many samples show count less, so that a rest does not outvote a turn.
  ///
  /// A cell's samples together weigh at most as much as eight times the median cell's.
  mutating func balance(_ parameters: FieldParameters) {
    guard let inverse = parameters.distortion.inverse else { return }
    var counts = [Int](repeating: 0, count: DirectionGrid.cellCount * DirectionGrid.cellCount)
    var cells = [Int](repeating: 0, count: samples.count)
    for index in samples.indices {
      let field = inverse * parameters.centered(samples[index])
      let side = samples[index].up.map { DirectionGrid.cell(of: $0) } ?? 0
      cells[index] = DirectionGrid.cell(of: field) * DirectionGrid.cellCount + side
      counts[cells[index]] += 1
    }
    let occupied = counts.filter { $0 > 0 }.sorted()
    guard occupied.count > 3 else { return }
    let limit = Double(occupied[occupied.count / 2]) * 8
    for index in samples.indices {
      samples[index].weight = min(1, limit / Double(counts[cells[index]]))
    }
  }
}
