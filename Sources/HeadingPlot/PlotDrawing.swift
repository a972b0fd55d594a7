/// Elements of SVG, in the order in which they are drawn.
struct PlotDrawing {
  private(set) var text = ""
  /// Number of the last clip path.
  private var clips = 0

  /// A value with a number of decimals.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "?" }
    let power = (0..<decimals).reduce(1.0) { unit, _ in unit * 10 }
    let scaled = (abs(value) * power).rounded()
    let (whole, part) = (Int(scaled / power), Int(scaled.truncatingRemainder(dividingBy: power)))
    let sign = value < 0 && scaled > 0 ? "−" : ""
    return sign + "\(whole)" + (decimals > 0 ? "." + padded(part, decimals) : "")
  }

  static func padded(_ value: Int, _ width: Int) -> String {
    let digits = "\(value)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Text for XML 1.0, in which control characters cannot be.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case ..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// A coordinate, pixels.
  static func pixel(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    return "\((min(max(value, -1e5), 1e5) * 10).rounded() / 10)"
  }

  /// Begins a panel: moves the origin below its heading.
  mutating func open(_ title: String, _ key: [PlotPanel.Entry], at top: Double) {
    text += "<g transform=\"translate(0 \(Self.pixel(top)))\">\n"
    label(title, x: Plot.margin, y: 14, .text, weight: 700)
    var x = Plot.margin + Double(title.count) * 8 + 24
    for entry in key {
      if entry.isFilled {
        rectangle(x: x, y: 4, width: 14, height: 10, entry.color)
        x += 20
      } else {
        path("M\(Self.pixel(x)) 9h22", entry.color, isDashed: entry.isDashed)
        x += 28
      }
      label(entry.name, x: x, y: 14, .dim)
      x += Double(entry.name.count) * 7.2 + 14
    }
    text += "</g>\n<g transform=\"translate(0 \(Self.pixel(top + PlotPanel.heading)))\">\n"
  }

  mutating func close() { text += "</g>\n" }

  /// Confines what follows to an area, until ``close()``.
  mutating func clip(x: Double, width: Double, height: Double) {
    clips += 1
    let (x, width) = (Self.pixel(x), Self.pixel(width))
    text +=
      "<clipPath id=\"c\(clips)\"><rect x=\"\(x)\" y=\"0\" width=\"\(width)\" height=\"\(Self.pixel(height))\"/></clipPath>\n<g clip-path=\"url(#c\(clips))\">\n"
  }

  mutating func label(
    _ words: String, x: Double, y: Double, _ color: PlotColor, anchor: String = "start",
    weight: Int = 400
  ) {
    text +=
      "<text x=\"\(Self.pixel(x))\" y=\"\(Self.pixel(y))\" fill=\"\(color.code)\" text-anchor=\"\(anchor)\" font-weight=\"\(weight)\">\(Self.escaped(words))</text>\n"
  }

  mutating func rectangle(
    x: Double, y: Double, width: Double, height: Double, _ color: PlotColor
  ) {
    text +=
      "<rect x=\"\(Self.pixel(x))\" y=\"\(Self.pixel(y))\" width=\"\(Self.pixel(width))\" height=\"\(Self.pixel(height))\" fill=\"\(color.code)\"/>\n"
  }

  mutating func path(
    _ commands: String, _ color: PlotColor, width: Double = 2, isDashed: Bool = false
  ) {
    guard !commands.isEmpty else { return }
    let dash = isDashed ? " stroke-dasharray=\"6 4\"" : ""
    text +=
      "<path d=\"\(commands)\" fill=\"none\" stroke=\"\(color.code)\" stroke-width=\"\(Self.pixel(width))\" stroke-linejoin=\"round\" stroke-linecap=\"round\"\(dash)/>\n"
  }

  mutating func area(_ commands: String, _ color: PlotColor) {
    text += "<path d=\"\(commands)\" fill=\"\(color.code)\"/>\n"
  }

  mutating func circle(x: Double, y: Double, radius: Double, _ color: PlotColor, isFilled: Bool) {
    let paint =
      isFilled
      ? "fill=\"\(color.code)\"" : "fill=\"none\" stroke=\"\(color.code)\" stroke-opacity=\"0.45\""
    text +=
      "<circle cx=\"\(Self.pixel(x))\" cy=\"\(Self.pixel(y))\" r=\"\(Self.pixel(radius))\" \(paint)/>\n"
  }
}
