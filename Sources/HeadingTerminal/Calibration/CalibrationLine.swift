public import FoundationEssentials
import HeadingCalibration
import HeadingGeometry
import HeadingProtocol
public import HeadingRuntime
import HeadingSensing

/// Formats the progress of a calibration as a line: JSON for programs, text without a screen.
public struct CalibrationLine: Sendable {
  private let style: TerminalStyle
  private let isSimulated: Bool

  /// Creates a formatter.
  public init(style: TerminalStyle, isSimulated: Bool) {
    self.style = style
    self.isSimulated = isSimulated
  }

  /// Formats a JSON object with a line end.
  ///
  /// - Parameters:
  ///   - progress: The progress.
  ///   - state: `collecting`, `stored` or `refused`.
  ///   - file: The path of the stored profile.
  /// - Returns: UTF-8.
  public func json(_ progress: CalibrationProgress, state: String, file: String? = nil) -> Data {
    let result = progress.result
    let coverage = progress.snapshot.coverage
    func number(_ value: Double) -> Double { (value * 1e4).rounded() / 1e4 }
    let error = result.predictedHeadingError
    let predicted: [String: Double]? =
      result.rung > .none
      ? [
        "level": number(error.level.degrees), "tilt20": number(error.tilt20.degrees),
        "tilt45": number(error.tilt45.degrees),
      ] : nil
    var object: [String: Any?] = [
      "state": state, "simulated": isSimulated, "elapsed": number(progress.snapshot.duration),
      "samples": progress.snapshot.samples.count, "coverage": number(coverage.fraction),
      "headings": number(coverage.headingFraction), "tilt": number(coverage.tilt.degrees),
      "next": progress.next, "turn": progress.turns.map(\.rawValue),
      "rung": result.rung.description, "quality": result.quality.description,
      "confidence": number(result.confidence), "accepted": result.isAccepted,
      "reasons": result.reasons.names, "target": number(progress.target),
      "obstacle": progress.obstacle, "predicted_heading_error": predicted,
    ]
    if let load = result.parameters.load {
      object["load"] = [
        "swing": number(load.swing / PhysicalConstants.microtesla), "delay": number(load.delay),
      ]
    }
    if let file { object["file"] = file }
    return (try? JSONLineObject.data(object)) ?? Data("\n".utf8)
  }

  /// Formats a line of text without a line end.
  ///
  /// - Parameters:
  ///   - progress: The progress.
  ///   - width: Columns; longer text continues in indented lines, broken between statements.
  /// - Returns: One line or several.
  public func text(_ progress: CalibrationProgress, width: Int = .max) -> String {
    let result = progress.result
    let coverage = progress.snapshot.coverage
    var parts = isSimulated ? ["SIMULATED"] : []
    parts.append("\(NumberText.fixed(progress.snapshot.duration, 0)) s")
    parts.append("\(progress.snapshot.samples.count) samples")
    parts.append("\(NumberText.fixed(coverage.fraction * 100, 0)) % of the directions")
    if result.rung > .none {
      let error = result.predictedHeadingError
      parts.append(
        "\(result.rung) \(style.plusMinus)\(NumberText.fixed(error.level.degrees, 2))"
          + "\(style.degree) level, \(NumberText.fixed(error.tilt20.degrees, 2))\(style.degree)"
          + " at 20\(style.degree)")
    }
    if let load = result.parameters.load { parts.append(load.diagnosis) }
    parts.append("next: \(progress.next)")
    if let obstacle = progress.obstacle {
      parts.append("continues: \(obstacle.replacing("°", with: style.degree))")
    }
    var lines = [parts[0]]
    for part in parts.dropFirst() {
      if lines[lines.count - 1].count + 2 + part.count <= width {
        lines[lines.count - 1] += "  " + part
      } else {
        lines += WrappedText.lines(part, width: width - 2).map { "  " + $0 }
      }
    }
    return lines.joined(separator: "\n")
  }
}
