package import HeadingSensing

/// Times of a buffer's samples, block by block, and whether they are recent enough to deliver.
package struct StreamClock {
  /// The times of the last block's samples.
  package private(set) var times: [BootTime] = []

  /// Whether each sample of the last block is recent enough to deliver.
  package private(set) var isFresh: [Bool] = []

  private var mapper: TimestampMapper
  private let period: Double
  private let limit: Double
  /// The time of the newest sample.
  package private(set) var last: BootTime?
  private var isDraining = false

  /// Creates the clock of a stream.
  ///
  /// - Parameters:
  ///   - timing: The expected source of the times.
  ///   - period: Sampling period, s.
  ///   - samples: Samples per block.
  package init(timing: SampleTiming, period: Double, samples: Int) {
    mapper = TimestampMapper(timing: timing, period: period)
    self.period = period
    // After a stall the kernel's queue contains samples that are seconds old.
    limit = max(0.5, 5 * Double(samples) * period)
  }

  /// Source of the times.
  package var timing: SampleTiming { mapper.timing }

  /// Computes the times of samples with these time stamps; returns notices for the user.
  package mutating func take(stamps: [Int64], _ arrival: BootTime) -> [String] {
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
      notices.append("had samples older than \(limit) s: they were dropped")
    }
    isDraining = stale > 0
    return notices
  }
}
