import HeadingActivity

/// The lines of the history.
///
/// `m WRITER START DURATION STEPS DISTANCE UP DOWN ACTIVE ;` and `a WRITER START ACTIVITY CONFIDENCE ;`
/// with times in seconds since 1970, and `-` for what is unknown. The semicolon shows that a line is
/// complete; every other line is ignored.
extension MotionRecords {
  /// Time for which the history is kept, s: seven days.
  static let keptTime = 7 * 86_400.0

  /// The first time of a clock that has been set: 2024.
  private static let earliest = 1_704_067_200.0

  /// Parses lines.
  ///
  /// - Parameters:
  ///   - text: The lines.
  ///   - now: The present, s since 1970; lines from the future or from more than seven days ago
  ///     are ignored.
  init(_ text: String, now: Double) {
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: " ")
      guard parts.count > 3, parts.last == ";", let writer = UInt32(parts[1], radix: 16),
        let start = Double(parts[2]), start >= max(Self.earliest, now - Self.keptTime),
        start <= now + 1
      else { continue }
      if parts[0] == "m", parts.count == 10, let row = Self.row(writer, start, parts) {
        rows.append(row)
      } else if parts[0] == "a", parts.count == 6,
        let bits = UInt8(parts[3]), let value = Int(parts[4]),
        let confidence = ActivityConfidence(rawValue: value)
      {
        activities.append(
          Activity(
            writer: writer, start: start,
            estimate: .init(
              activity: MotionActivity(rawValue: bits).intersection(.all), confidence: confidence)))
      }
    }
  }

  private static func row(_ writer: UInt32, _ start: Double, _ parts: [Substring]) -> Row? {
    func number(_ index: Int, _ range: ClosedRange<Double>) -> Double? {
      Double(parts[index]).flatMap { range ~= $0 ? $0 : nil }
    }
    func optional(_ index: Int, _ range: ClosedRange<Double>) -> Double?? {
      parts[index] == "-" ? .some(nil) : number(index, range).map(Optional.some)
    }
    guard let duration = number(3, 0...120), let steps = number(4, 0...1000),
      let distance = optional(5, 0...10_000), let up = optional(6, 0...100),
      let down = optional(7, 0...100), let active = number(8, 0...600)
    else { return nil }
    var values = PedestrianValues()
    (values.start, values.end) = (start, start + duration)
    values.steps = Int(steps)
    values.distance = distance
    values.ascended = up.map { Int($0) }
    values.descended = down.map { Int($0) }
    values.activeTime = active
    return Row(writer: writer, values: values)
  }

  /// The line of a row; `nil` if the clock is not set.
  static func line(_ row: Row) -> String? {
    let values = row.values
    guard values.start >= earliest else { return nil }
    let numbers = [
      String(format: "%.3f", values.start), String(format: "%.3f", values.end - values.start),
      "\(values.steps)", values.distance.map { String(format: "%.2f", $0) } ?? "-",
      values.ascended.map(String.init) ?? "-", values.descended.map(String.init) ?? "-",
      String(format: "%.2f", values.activeTime),
    ]
    return "m \(String(row.writer, radix: 16)) \(numbers.joined(separator: " ")) ;"
  }

  /// The line of an activity; `nil` if the clock is not set.
  static func line(_ activity: Activity) -> String? {
    guard activity.start >= earliest else { return nil }
    return "a \(String(activity.writer, radix: 16)) " + String(format: "%.3f", activity.start)
      + " \(activity.estimate.activity.rawValue) \(activity.estimate.confidence.rawValue) ;"
  }
}
