public import Foundation
public import HeadingProtocol

/// Why the bound of a heading is as large as it is: its terms, largest first, with what helps.
public struct Explanation: Sendable {
  private let style: TerminalStyle

  /// Terms smaller than this, degrees, are left out of the sentence.
  private static let smallest = 0.05

  /// Makes a formatter; no colours, whatever the style says.
  public init(style: TerminalStyle) { self.style = style }

  /// The explanation as lines of text, each with its end.
  ///
  /// The true heading's bound is explained where there is one, else the magnetic heading's.
  public func text(_ message: SolutionMessage) -> String {
    let degree = style.degree
    let terms = BoundTerm.list(of: message)
    let heading = message.trueHeading ?? message.magneticHeading
    guard heading != nil, let bound = Self.bound(message), !terms.isEmpty else {
      let mark = message.simulated ? "SIMULATED\n" : ""
      return mark + "no bound of our own: \(message.reasons.joined(separator: ", "))\n"
    }
    let name = message.trueHeading == nil ? "magnetic" : "true"
    var lines: [String] = []
    if message.simulated { lines.append("SIMULATED") }
    lines.append(
      "\(name) heading \(NumberText.heading(heading))\(degree), within "
        + "\(NumberText.fixed(bound, 1))\(degree) 68 % of the time")
    let shown = terms.filter { $0.degrees >= Self.smallest }
    let sum = shown.map { "\(NumberText.fixed($0.degrees, 1)) \($0.title)" }
    lines.append(
      "\(NumberText.fixed(bound, 1))\(degree) = \(sum.joined(separator: ", "))"
        + "  (independent: the squares add up)")
    for term in shown {
      lines.append("")
      lines.append("  \(NumberText.fixed(term.degrees, 1))\(degree)  \(term.title)")
      lines.append("        \(term.advice)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The explanation as one JSON object on a line.
  public func json(_ message: SolutionMessage) throws -> Data {
    let terms: [[String: Any]] = BoundTerm.list(of: message).map {
      ["name": $0.name, "degrees": $0.degrees, "advice": $0.advice]
    }
    let object: [String: Any] = [
      "magnetic_heading": message.magneticHeading ?? NSNull(),
      "true_heading": message.trueHeading ?? NSNull(),
      "heading_accuracy": message.headingAccuracy ?? NSNull(),
      "true_heading_accuracy": message.trueHeadingAccuracy ?? NSNull(),
      "terms": terms, "reasons": message.reasons, "simulated": message.simulated,
    ]
    let json = try JSONSerialization.data(
      withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    return PlainText.json(json) + Data("\n".utf8)
  }

  private static func bound(_ message: SolutionMessage) -> Double? {
    message.trueHeading == nil ? message.headingAccuracy : message.trueHeadingAccuracy
  }
}
