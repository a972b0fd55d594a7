public import HeadingProtocol

/// One update as a line of text, for pipes and logs.
public struct UpdateLine: Sendable {
  private let style: TerminalStyle

  /// Makes a formatter; no colours, whatever the style says.
  public init(style: TerminalStyle) { self.style = style }

  /// The line, without its end.
  public func text(_ message: SolutionMessage) -> String {
    var parts: [String] = []
    if message.simulated { parts.append("SIMULATED") }
    let degree = style.degree
    func heading(_ name: String, _ value: Double?, _ bound: Double?) -> String {
      guard value != nil else { return "\(name) -" }
      let accuracy = bound.map { " \(style.plusMinus)\(NumberText.fixed($0, 1))\(degree)" } ?? ""
      return "\(name) \(NumberText.heading(value))\(degree)\(accuracy)"
    }
    parts.append(heading("magnetic", message.magneticHeading, message.headingAccuracy))
    parts.append(heading("true", message.trueHeading, message.trueHeadingAccuracy))
    parts.append("pitch \(NumberText.fixed(message.pitch, 1))\(degree)")
    parts.append("roll \(NumberText.fixed(message.roll, 1))\(degree)")
    parts.append("field \(NumberText.fixed(message.fieldStrength, 1)) \(style.micro)T")
    parts.append("altitude \(NumberText.fixed(message.altitude, 1)) m")
    parts.append(message.status)
    if !message.reasons.isEmpty { parts.append(message.reasons.joined(separator: ",")) }
    return parts.joined(separator: "  ")
  }
}
