/// The kernel's sample queue (kfifo) of an open buffer, computed without a thread that fills it.
///
/// The times of samples are predetermined, so the queue is updated on access: samples that arrive
/// at a full queue are lost, the newest first, as in the kernel.
struct SampleQueue: Sendable {
  /// A sample's time and the faults at that time.
  struct Sample: Sendable, Hashable {
    var moment: Int64
    var conditions: SampleConditions
  }

  /// Sampling rate, Hz.
  private(set) var rate: Double

  /// Whether samples arrive at all.
  private(set) var isFed: Bool

  /// Capacity, samples; new ones beyond it are lost.
  let capacity: Int

  private var conditions: SampleConditions
  private var anchor: Int64
  private var counted = 0
  private var waiting: [Run] = []

  /// Consecutive samples without a gap.
  private struct Run: Sendable {
    var anchor: Int64
    var rate: Double
    var indices: Range<Int>
    var conditions: SampleConditions
  }

  /// Number of queued samples at the last update.
  private(set) var count = 0

  init(
    rate: Double, isFed: Bool, conditions: SampleConditions, capacity: Int, openedAt now: Int64
  ) {
    self.rate = rate
    self.isFed = isFed
    self.conditions = conditions
    self.capacity = max(capacity, 1)
    anchor = Self.gridPoint(before: now, rate: rate)
  }

  /// Changes rate, supply and faults from `now` on.
  mutating func change(rate: Double, isFed: Bool, conditions: SampleConditions, at now: Int64) {
    guard rate != self.rate || isFed != self.isFed || conditions != self.conditions else { return }
    update(at: now)
    if rate != self.rate {
      anchor = Self.gridPoint(before: now, rate: rate)
      counted = 0
    }
    self.rate = rate
    self.isFed = isFed
    self.conditions = conditions
  }

  /// Adds the samples that became due until `now`.
  mutating func update(at now: Int64) {
    let due = Int(max(Double(now - anchor) * 1e-9 * rate, 0))
    guard due > counted else { return }
    defer { counted = due }
    guard isFed else { return }
    if conditions.bursts {
      for index in counted..<min(due, counted + capacity)
      where !SampleConditions.fails(at: Self.moment(index + 1, after: anchor, rate: rate)) {
        append(index..<index + 1)
      }
    } else {
      append(counted..<due)
    }
  }

  private mutating func append(_ due: Range<Int>) {
    let kept = due.lowerBound..<min(due.upperBound, due.lowerBound + capacity - count)
    guard !kept.isEmpty else { return }
    count += kept.count
    if let last = waiting.last, last.anchor == anchor, last.rate == rate,
      last.conditions == conditions, last.indices.upperBound == kept.lowerBound
    {
      waiting[waiting.count - 1].indices = last.indices.lowerBound..<kept.upperBound
    } else {
      waiting.append(Run(anchor: anchor, rate: rate, indices: kept, conditions: conditions))
    }
  }

  /// The boottime, ns, at which the queue will contain `wanted` samples; `nil` if none arrive.
  ///
  /// During error bursts it is a lower bound.
  func moment(whenHolding wanted: Int) -> Int64? {
    guard isFed else { return nil }
    return Self.moment(counted + max(wanted - count, 0), after: anchor, rate: rate)
  }

  /// Removes the oldest samples, at most `wanted`.
  mutating func take(_ wanted: Int) -> [Sample] {
    var samples: [Sample] = []
    while samples.count < wanted, let run = waiting.first {
      let indices = run.indices.prefix(wanted - samples.count)
      for index in indices {
        samples.append(
          Sample(
            moment: Self.moment(index + 1, after: run.anchor, rate: run.rate),
            conditions: run.conditions))
      }
      if indices.count == run.indices.count {
        waiting.removeFirst()
      } else {
        waiting[0].indices = indices.endIndex..<run.indices.upperBound
      }
    }
    count -= samples.count
    return samples
  }

  private static func moment(_ index: Int, after anchor: Int64, rate: Double) -> Int64 {
    anchor + Int64((Double(index) * 1e9 / rate).rounded())
  }

  /// The last tick of a clock with this rate: buffers of equal rate sample at the same times.
  private static func gridPoint(before now: Int64, rate: Double) -> Int64 {
    let period = 1e9 / rate
    return Int64((Double(now) / period).rounded(.down) * period)
  }
}
