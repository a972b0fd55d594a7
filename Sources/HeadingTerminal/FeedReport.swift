package import FoundationEssentials
import HeadingGeometry
import HeadingSensing
package import HeadingSensorFeed

/// Report of the sensors that the senders of a feed declared, as text and as JSON.
package struct FeedReport: Sendable {
  private let name: String
  private let senders: [FeedSender]
  private let problems: [String]

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - name: Name of the feed.
  ///   - senders: Its senders, with the measured rates of their sensors.
  ///   - problems: Its last warnings and errors.
  package init(name: String, senders: [FeedSender], problems: [String]) {
    self.name = name
    self.senders = senders
    self.problems = problems
  }

  /// The report as text.
  package var text: String {
    var lines = [name]
    for sender in senders {
      let mark = sender.declaration.isSimulated ? "SIMULATED  " : ""
      let clock =
        sender.declaration.timeBase
        .map { "clock of \($0.wraps ? 32 : 64) bits in \($0.unit.name)" } ?? "no clock"
      lines += ["", "\(mark)\(sender.name), \(clock)"]
      for (sensor, rate) in zip(sender.declaration.sensors, sender.rates) {
        lines.append("  " + text(of: sensor, rate: rate))
        if let mount = sensor.mount {
          if sensor.quantity.isVector { lines.append("    axes  \(Self.axes(mount))") }
        } else {
          lines.append("    ! the axes are no rotation: its samples are not used")
        }
        if let kind = sensor.kind, sensor.mount != nil {
          lines.append("    -> used as \(kind.name)")
        }
      }
    }
    lines.append("")
    let kinds = senders.flatMap(\.declaration.sensors).compactMap(\.kind)
    for kind in SensorKind.fed where !kinds.contains(kind) { lines.append("no \(kind.name)") }
    lines += problems.map { "! \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private func text(of sensor: FeedSensor, rate: Double?) -> String {
    var parts = [sensor.name, sensor.quantity.name, "in \(sensor.unit.name)"]
    if let chip = sensor.chip { parts.append("of \(chip)") }
    parts.append("range \(sensor.range)")
    parts.append("\(sensor.rate) Hz declared, \(NumberText.fixed(rate, 1)) Hz measured")
    return parts.joined(separator: "  ")
  }

  /// The report as a JSON object, with a line end.
  package func json() throws -> Data {
    try JSONLineObject.data([
      "feed": name,
      "simulated": senders.contains { $0.declaration.isSimulated },
      "senders": senders.map { sender -> [String: Any?] in
        [
          "endpoint": sender.endpoint, "device": sender.declaration.device,
          "simulated": sender.declaration.isSimulated,
          "clock": sender.declaration.timeBase.map { base -> [String: Any?] in
            ["unit": base.unit.name, "bits": base.wraps ? 32 : 64]
          },
          "sensors": zip(sender.declaration.sensors, sender.rates).map(Self.object),
        ]
      },
      "problems": problems,
    ])
  }

  private static func object(_ sensor: FeedSensor, rate: Double?) -> [String: Any?] {
    let mount: [[Double]]? = sensor.quantity.isVector ? sensor.mount.map { rows($0.matrix) } : nil
    let problem: String? = sensor.mount == nil ? "the axes are no rotation" : nil
    let uses = [sensor.kind?.name].compactMap(\.self).filter { _ in problem == nil }
    return [
      "name": sensor.name, "quantity": sensor.quantity.name, "unit": sensor.unit.name,
      "range": sensor.range, "rate": sensor.rate, "measured_rate": rate, "of": sensor.chip,
      "mount": mount, "problem": problem, "used_for": uses,
    ]
  }

  private static func rows(_ matrix: Matrix3) -> [[Double]] {
    [matrix.rows.x, matrix.rows.y, matrix.rows.z].map { [$0.x, $0.y, $0.z] }
  }

  /// Where the chip's axes point in words, or the matrix where words cannot tell.
  private static func axes(_ mount: MountMatrix) -> String {
    let directions = [("right", "left"), ("forward", "backward"), ("up", "down")]
    let rows = rows(mount.matrix)
    let words = ["x", "y", "z"].enumerated().compactMap { column, axis -> String? in
      for (row, names) in zip(rows, directions) where abs(row[column]) > 0.999_999 {
        return "\(axis)=\(row[column] > 0 ? names.0 : names.1)"
      }
      return nil
    }
    guard words.count < 3 else { return words.joined(separator: ",") }
    return rows.map { row in row.map { NumberText.fixed($0, 4) }.joined(separator: ",") }
      .joined(separator: ";")
  }
}
