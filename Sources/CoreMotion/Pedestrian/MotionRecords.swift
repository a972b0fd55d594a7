import HeadingActivity

/// What the history knows: rows of steps, each of one minute at most, and changes of the activity.
struct MotionRecords: Sendable {
  /// Steps of a time within one measurement.
  struct Row: Sendable, Hashable {
    /// Identifies the measurement.
    var writer: UInt32
    var values: PedestrianValues
  }

  /// The beginning of an activity.
  struct Activity: Sendable, Hashable {
    var writer: UInt32
    /// s since 1970.
    var start: Double
    var estimate: ActivityClassifier.Estimate
  }

  /// Time between two rows that are still one measurement, s.
  private static let joint = 5.0

  var rows: [Row] = []
  var activities: [Activity] = []

  /// Returns the time between two dates, s since 1970; `nil` if the end is before the start or one is no number.
  static func interval(from start: Date, to end: Date) -> ClosedRange<Double>? {
    // Foundation takes a date that is not a number for neither earlier nor later than another.
    let (start, end) = (start.timeIntervalSince1970, end.timeIntervalSince1970)
    return start <= end ? start...end : nil
  }

  /// Returns the sums of the rows whose middle is in a time, s since 1970; `nil` if there are none.
  ///
  /// Where several programs measured the same minute, the one with more steps counts.
  func values(in interval: ClosedRange<Double>) -> PedestrianValues? {
    var minutes: [Int: [UInt32: PedestrianValues]] = [:]
    var span: (start: Double, end: Double)?
    for row in rows where interval ~= (row.values.start + row.values.end) / 2 {
      span = (
        min(span?.start ?? .infinity, row.values.start), max(span?.end ?? 0, row.values.end)
      )
      let minute = Int(row.values.start / 60)
      guard var sum = minutes[minute]?[row.writer] else {
        minutes[minute, default: [:]][row.writer] = row.values
        continue
      }
      sum.add(row.values)
      minutes[minute]?[row.writer] = sum
    }
    guard let span else { return nil }
    var total = PedestrianValues()
    (total.distance, total.ascended, total.descended) = (0, 0, 0)
    for minute in minutes.values {
      guard let best = minute.values.max(by: { $0.steps < $1.steps }) else { continue }
      total.add(best)
    }
    (total.start, total.end) = (
      max(span.start, interval.lowerBound), min(span.end, interval.upperBound)
    )
    return total
  }

  /// Returns the activities of a time, s since 1970, in their order; `nil` if nothing measured at all.
  ///
  /// Times that nothing measured are unknown. The first activity may have begun before.
  func activities(in interval: ClosedRange<Double>) -> [Activity]? {
    var found: [Activity] = []
    for span in spans where span.end >= interval.lowerBound && span.start <= interval.upperBound {
      let known = activities.filter {
        (span.start - Self.joint...span.end).contains($0.start)
      }.sorted { $0.start < $1.start }
      if (known.first?.start ?? .infinity) > span.start + Self.joint {
        found.append(Activity(writer: 0, start: span.start, estimate: .unknown))
      }
      found += known
      found.append(Activity(writer: 0, start: span.end, estimate: .unknown))
    }
    guard !found.isEmpty else { return nil }
    var result: [Activity] = []
    for activity in found where activity.start <= interval.upperBound {
      if activity.start <= interval.lowerBound { result = [] }
      if result.last?.estimate != activity.estimate { result.append(activity) }
    }
    return result
  }

  /// The times that were measured, by any program.
  private var spans: [(start: Double, end: Double)] {
    var spans: [(start: Double, end: Double)] = []
    for row in rows.map(\.values).sorted(by: { $0.start < $1.start }) {
      if let last = spans.last, row.start <= last.end + Self.joint {
        spans[spans.count - 1].end = max(last.end, row.end)
      } else {
        spans.append((row.start, row.end))
      }
    }
    return spans
  }
}
