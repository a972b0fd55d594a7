public import FoundationEssentials
import Glibc
public import HeadingProtocol

/// Explains the accuracy bound of a heading: its terms, largest first, with advice.
public struct Explanation: Sendable {
  private let style: TerminalStyle

  /// Creates a formatter; the output has no colours.
  public init(style: TerminalStyle) { self.style = style }

  /// Formats the explanation as lines of text with line ends.
  ///
  /// Explains the true heading's bound if there is one, else the magnetic heading's.
  public func text(_ message: SolutionMessage) -> String {
    let degree = style.degree
    let terms = BoundTerm.list(of: message)
    let heading = message.trueHeading ?? message.magneticHeading
    guard heading != nil, let bound = Self.bound(message), !terms.isEmpty else {
      let mark = message.simulated ? "SIMULATED\n" : ""
      let why =
        message.reasons.isEmpty ? "the stream states none" : ReasonText.text(of: message)
      return mark + wrapped("no accuracy bound: " + why).joined(separator: "\n") + "\n"
    }
    let name = message.trueHeading == nil ? "magnetic" : "true"
    var lines: [String] = []
    if message.simulated { lines.append("SIMULATED") }
    // All terms have the decimals of the bound; terms that round to zero are omitted.
    let decimals = NumberText.decimals(bound, otherwise: 1)
    func size(_ degrees: Double) -> String { NumberText.fixed(degrees, decimals) }
    lines += wrapped(
      "\(name) heading \(NumberText.heading(heading, decimals))\(degree), within "
        + "\(size(bound))\(degree) 68 % of the time")
    let shown = terms.filter { Double(size($0.degrees)) != 0 }
    let sum = shown.map { "\(size($0.degrees)) \($0.title)" }
    lines += wrapped(
      "\(size(bound))\(degree) "
        + Self.sum(sum.joined(separator: ", "), of: terms, bound, last: pow(10, -Double(decimals))))
    if !message.reasons.isEmpty {
      lines += wrapped("reported: " + ReasonText.text(of: message))
    }
    for term in shown {
      lines += ["", "  \(size(term.degrees))\(degree)  \(term.title)"]
      lines += WrappedText.lines(term.advice, width: style.columns - 8).map { "        " + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Formats the explanation as one JSON object on a line.
  public func json(_ message: SolutionMessage) throws -> Data {
    let terms: [[String: Any]] = BoundTerm.list(of: message).map {
      ["name": $0.name, "degrees": $0.degrees, "advice": $0.advice]
    }
    return try JSONLineObject.data([
      "magnetic_heading": message.magneticHeading,
      "true_heading": message.trueHeading,
      "heading_accuracy": message.headingAccuracy,
      "true_heading_accuracy": message.trueHeadingAccuracy,
      "terms": terms, "reasons": message.reasons, "simulated": message.simulated,
    ])
  }

  /// Formats the terms as a root sum of squares if that equals the bound.
  ///
  /// The bound is limited to that of an unknown heading; the root sum of squares may exceed it.
  private static func sum(
    _ text: String, of terms: [BoundTerm], _ bound: Double, last digit: Double
  ) -> String {
    let root = terms.reduce(0) { $0 + $1.degrees * $1.degrees }.squareRoot()
    if abs(root - bound) <= max(digit, 0.02 * bound) {
      return "= \(text) (independent: the squares add up)"
    }
    return root > bound
      ? "at most, of \(text) (their sum is larger: the heading is almost unknown)"
      : "with \(text)"
  }

  private func wrapped(_ text: String) -> [String] {
    WrappedText.lines(text, width: style.columns, indent: "  ")
  }

  private static func bound(_ message: SolutionMessage) -> Double? {
    message.trueHeading == nil ? message.headingAccuracy : message.trueHeadingAccuracy
  }
}
