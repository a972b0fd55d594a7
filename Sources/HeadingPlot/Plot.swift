/// A picture of values over time: panels below one another, in SVG 1.1.
///
/// Times are seconds; the axis shows them from the beginning. A value that is not finite is unknown: the
/// line has a gap there.
package struct Plot: Sendable {
  /// Pixels from the left to the right edge, and around the content.
  static let width = 1000.0
  static let margin = 20.0

  private let title: String
  private let subtitle: String
  private let span: ClosedRange<Double>
  private var panels: [PlotPanel] = []

  /// Creates a picture without panels.
  ///
  /// - Parameters:
  ///   - title: Its first line.
  ///   - subtitle: The line below.
  ///   - span: The times of all panels, s.
  package init(title: String, subtitle: String, span: ClosedRange<Double>) {
    self.title = title
    self.subtitle = subtitle
    self.span = span.lowerBound < span.upperBound ? span : span.lowerBound...span.lowerBound + 1
  }

  /// Adds a panel below the others.
  package mutating func append(_ panel: PlotPanel) { panels.append(panel) }

  /// The picture.
  package var svg: String {
    var drawing = PlotDrawing()
    var top = 70.0
    for panel in panels {
      drawing.open(panel.title, panel.key, at: top)
      panel.content.draw(&drawing, span)
      drawing.close()
      top += PlotPanel.heading + panel.content.height + 26
    }
    let names = panels.map(\.title).joined(separator: ", ")
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="1000" height="\(Int(top))" viewBox="0 0 1000 \(Int(top))" \
      role="img" font-family="Noto Sans, DejaVu Sans, sans-serif" font-size="13">
      <title>\(PlotDrawing.escaped(title))</title>
      <desc>\(PlotDrawing.escaped(subtitle + ": " + names))</desc>
      <rect width="100%" height="100%" fill="#ffffff"/>
      <text x="20" y="32" font-size="20" font-weight="700" fill="\(PlotColor.text.code)">\(PlotDrawing.escaped(title))</text>
      <text x="20" y="54" fill="\(PlotColor.dim.code)">\(PlotDrawing.escaped(subtitle))</text>
      \(drawing.text)</svg>

      """
  }
}
