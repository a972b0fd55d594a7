public import HeadingProtocol
import HeadingSensing

/// Formats an update as a line of text, for pipes and logs.
public struct UpdateLine: Sendable {
  private let style: TerminalStyle

  /// Creates a formatter; the output has no colours.
  public init(style: TerminalStyle) { self.style = style }

  /// Formats the line, without a line end.
  public func text(_ message: SolutionMessage) -> String {
    var parts: [String] = []
    if message.simulated { parts.append("SIMULATED") }
    let degree = style.degree
    let measure = MeasureText(style: style)
    parts.append(
      "magnetic " + measure.heading(message.magneticHeading, bound: message.headingAccuracy))
    parts.append("true " + measure.heading(message.trueHeading, bound: message.trueHeadingAccuracy))
    parts.append("pitch " + NumberText.fixed(message.pitch, 1, unit: degree))
    parts.append("roll " + NumberText.fixed(message.roll, 1, unit: degree))
    parts.append("field " + NumberText.fixed(message.fieldStrength, 1, unit: " \(style.micro)T"))
    parts.append(
      "altitude "
        + measure.text(message.altitude, .height, bound: message.verticalAccuracy, decimals: 1))
    parts.append(message.status.name)
    if !message.reasons.isEmpty { parts.append(ReasonText.text(of: message)) }
    return parts.joined(separator: "  ")
  }
}
