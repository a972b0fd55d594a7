import HeadingGeometry

/// The deviation card.
extension DeviationCurve {
  /// The deviation card as text: deviation and magnetic heading for each 15° of compass heading.
  public var card: String {
    var lines = ["DEVIATION CARD", "", "compass   deviation   magnetic"]
    for row in table(step: 15) {
      let magnetic = corrected(.init(degrees: row.compass))
      lines.append(
        Self.padded(Self.whole(row.compass, digits: 3) + "°", to: 7) + "   "
          + Self.padded(Self.signed(row.deviation.degrees), to: 9) + "   "
          + Self.padded(Self.tenths(magnetic.degrees) + "°", to: 8))
    }
    lines.append("")
    for (name, angle) in [("A", a), ("B", b), ("C", c), ("D", d), ("E", e)] {
      lines.append(name + " " + Self.padded(Self.signed(angle.degrees), to: 9))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func whole(_ value: Double, digits: Int) -> String {
    let text = "\(Int(value.rounded()))"
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// One decimal, without formatting functions that Embedded Swift lacks.
  static func tenths(_ value: Double) -> String {
    guard abs(value) < 1e9 else { return "-" }
    let scaled = Int((abs(value) * 10).rounded())
    return (value < 0 && scaled > 0 ? "-" : "") + "\(scaled / 10).\(scaled % 10)"
  }

  /// Degrees with E or W, as on charts.
  private static func signed(_ degrees: Double) -> String {
    let text = tenths(abs(degrees)) + "°"
    return text == "0.0°" ? text + "  " : text + (degrees > 0 ? " E" : " W")
  }
}
