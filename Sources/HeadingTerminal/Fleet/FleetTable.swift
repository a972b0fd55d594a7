package import FoundationEssentials
import HeadingSystem

/// A fleet as a table for people and as JSON.
package struct FleetTable: Sendable {
  private let style: TerminalStyle

  /// Creates a table.
  ///
  /// - Parameter style: The terminal's capabilities.
  package init(style: TerminalStyle) { self.style = style }

  /// Widths of the columns but the last.
  private static let widths = [24, 10, 8, 9, 11, 12]

  /// The names of the columns.
  package var header: String {
    line(["ROBOT", "HEADING", "WITHIN", "STATUS", "TROUBLE", "AGE", "REASONS"])
  }

  /// A robot's line.
  package func line(_ robot: FleetRobot, at now: FleetRobot.Moment) -> String {
    let state = robot.state
    let isCurrent = robot.isOnline != false && !robot.isOld(at: now)
    let heading = robot.heading(at: now).map {
      NumberText.heading($0.degrees) + style.degree + ($0.isTrue ? " T" : " M")
    }
    let within = heading == nil ? nil : state?.headingAccuracy
    let accuracy = within.map { style.plusMinus + NumberText.bound($0) + style.degree }
    let reasons = (state?.isSimulated == true ? ["simulated"] : []) + (state?.reasons ?? [])
    return line([
      robot.name, heading ?? "-", accuracy ?? "-", isCurrent ? state?.status ?? "-" : "-",
      robot.trouble(at: now).rawValue, robot.age(at: now).map(age) ?? "-",
      reasons.joined(separator: ", "),
    ])
  }

  /// The number of robots by trouble, in one sentence.
  package func summary(_ board: FleetBoard, at now: FleetRobot.Moment) -> String {
    let counts = board.counts(at: now)
    let parts = FleetTrouble.allCases.compactMap { trouble in
      counts[trouble].map { "\($0) \(trouble.rawValue)" }
    }
    let robots = board.count == 1 ? "1 robot" : "\(board.count) robots"
    let ignored = board.ignored > 0 ? "; \(board.ignored) messages of others ignored" : ""
    return robots + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")) + ignored
  }

  /// A robot as one line of JSON; values that must not be used any more are null.
  package static func json(_ robot: FleetRobot, at now: FleetRobot.Moment) throws -> Data {
    let state = robot.state
    let isValid = robot.heading(at: now) != nil
    let accuracy = state?.headingAccuracy
    return try JSONLineObject.data([
      "robot": robot.name, "trouble": robot.trouble(at: now).rawValue,
      "online": robot.isOnline, "kept": robot.isKept,
      "age": robot.age(at: now).map { ($0 * 1000).rounded() / 1000 },
      "old": robot.isOld(at: now), "status": state?.status, "steer": state?.steer,
      "reasons": state?.reasons, "simulated": state?.isSimulated,
      "magnetic_heading": isValid ? state?.magneticHeading : nil,
      "true_heading": isValid ? state?.trueHeading : nil,
      "heading_accuracy": isValid ? accuracy : nil,
      "time": state?.time.map { Self.text($0) }, "expires": state?.expires.map { Self.text($0) },
    ])
  }

  private static func text(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  private func age(_ seconds: Double) -> String {
    seconds < 10 ? NumberText.fixed(seconds, 1) + " s" : DurationText.text(seconds)
  }

  private func line(_ cells: [String]) -> String {
    var text = ""
    for (cell, width) in zip(cells, Self.widths) {
      text += String(cell.prefix(width)).padding(to: width) + " "
    }
    return (text + (cells.last ?? "")).trimmedEnd
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)])
  }
}
