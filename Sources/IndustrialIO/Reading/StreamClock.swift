import HeadingSensing

/// Times of a buffer's samples, block by block, and whether they are recent enough to deliver.
struct StreamClock {
  /// The times of the last block's samples.
  private(set) var times: [BootTime] = []

  /// Whether each sample of the last block is recent enough to deliver.
  private(set) var isFresh: [Bool] = []

  private var mapper: TimestampMapper
  private var stamps: [Int64] = []
  private let period: Double
  private let limit: Double
  private(set) var last: BootTime?
  private var isDraining = false

  init(timing: IIOAcceptance.Timing, period: Double, samples: Int) {
    mapper = TimestampMapper(timing: timing, period: period)
    self.period = period
    // After a stall the kernel's queue contains samples that are seconds old.
    limit = max(0.5, 5 * Double(samples) * period)
  }

  /// Source of the times.
  var timing: IIOAcceptance.Timing { mapper.timing }

  /// Computes the times of a block's samples; returns notices for the user.
  mutating func take(
    _ block: SampleBlock, stampFormat: SampleFormat?, stampIndex: Int, _ arrival: BootTime
  ) -> [String] {
    stamps.removeAll(keepingCapacity: true)
    for row in 0..<block.count {
      stamps.append(
        stampFormat.flatMap { block.value($0, channel: stampIndex, row: row) } ?? 0)
    }
    return take(stamps: stamps, arrival)
  }

  /// Computes the times of samples with these time stamps; returns notices for the user.
  mutating func take(stamps: [Int64], _ arrival: BootTime) -> [String] {
    var notices: [String] = []
    switch mapper.map(stamps, arrival: arrival, into: &times) {
    case .stampsStuck:
      notices.append("repeats its time stamps: the time of arrival is used instead")
    case .notBoottime:
      notices.append(
        "does not use boottime for its time stamps though it is selected: they are mapped by arrival"
      )
    case .clockStepped: notices.append("uses a clock for its time stamps that was stepped")
    case nil: break
    }
    isFresh.removeAll(keepingCapacity: true)
    var stale = 0
    for time in times {
      let age = arrival.seconds(since: time)
      isFresh.append(age <= limit)
      if age > limit { stale += 1 }
      if let last, time.seconds(since: last) > max(0.1, 3.5 * period), timing != .arrival {
        notices.append("left a gap between samples: the bus is slow or samples were lost")
      }
      last = time
    }
    if stale > 0, !isDraining {
      notices.append("had samples older than \(RateList.text(limit)) s: they were dropped")
    }
    isDraining = stale > 0
    return notices
  }
}
