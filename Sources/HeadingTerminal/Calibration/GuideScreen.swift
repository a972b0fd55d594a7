/// Full screen of all guided calibrations: converts a frame to lines of text.
///
/// Complete at 80×24; on smaller terminals the task and the bars replace the picture and the list.
public struct GuideScreen: Sendable {
  let style: TerminalStyle
  /// The name of the sensors.
  let source: String
  let isSimulated: Bool

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - style: The terminal's capabilities.
  ///   - source: The name of the sensors.
  ///   - isSimulated: Whether they are simulated.
  public init(style: TerminalStyle, source: String, isSimulated: Bool) {
    self.style = style
    self.source = source
    self.isSimulated = isSimulated
  }

  /// Gap between the picture and the list, columns.
  private static let gap = 4

  /// Largest length of a bar, columns.
  private static let longestBar = 60

  /// The lines of one frame, exactly `height` of them.
  func lines(_ frame: GuideFrame, width: Int, height: Int) -> [String] {
    var canvas = TextCanvas(width: width, height: height)
    drawTitle(on: &canvas, frame)
    let columns = max(1, canvas.width - 2)
    let footer = footer(frame, columns: columns)
    let task = WrappedText.lines("NEXT", frame.task, column: 6, width: columns)
    let needed = task.count + frame.lines.count + footer.count + 1
    let rows = canvas.height - needed - 3
    var row = 2
    if let block = block(frame, columns: columns, rows: rows) {
      draw(block, on: &canvas, row: row)
      row += block.rows + 1
    } else {
      // All rows are needed: no blank row below the title.
      if rows < 0 { row = 1 }
      if let summary = Self.summary(frame), rows >= -1 {
        canvas.write(summary, column: 1, row: row, ink: .dim)
        row += 1
      }
    }
    let end = canvas.height - footer.count
    for text in task where row < end {
      canvas.write(text, column: 1, row: row, ink: frame.taskInk)
      row += 1
    }
    let words = frame.lines.map { if case .bar(let bar) = $0 { bar.words(style).count } else { 0 } }
    for line in frame.lines where row < end {
      draw(line, on: &canvas, row: row, words: words.max() ?? 0)
      row += 1
    }
    for (index, (text, ink)) in footer.enumerated() {
      // The title is never overwritten: it contains SIMULATED.
      let row = end + index
      if row > 0 { canvas.write(text, column: 1, row: row, ink: ink) }
    }
    return canvas.lines(usesColor: style.usesColor)
  }

  private func drawTitle(on canvas: inout TextCanvas, _ frame: GuideFrame) {
    let mark = isSimulated ? "SIMULATED" : source
    let names = ["compass calibrate \(frame.subject)", "calibrate \(frame.subject)", frame.subject]
    let name = names.first { $0.count + 4 + mark.count <= canvas.width } ?? ""
    canvas.write(name, column: 1, row: 0, ink: .bold)
    let column = name.isEmpty ? 0 : name.count + 3
    canvas.write(mark, column: column, row: 0, ink: isSimulated ? .yellow : .dim)
    guard let left = frame.timeLeft, left.isFinite else { return }
    let seconds = Int(min(max(left, 0), 86_400).rounded(.up))
    let text = "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60) left"
    let place = canvas.width - text.count - 1
    if place > column + mark.count + 1 { canvas.write(text, column: place, row: 0, ink: .dim) }
  }

  /// The picture and the list in the available space.
  private struct Block {
    var picture: (drawing: any GuidePicture, size: (columns: Int, rows: Int))?
    var list: [GuideRow]
    var rows: Int { max(picture?.size.rows ?? 0, list.count) }
  }

  private func block(_ frame: GuideFrame, columns: Int, rows: Int) -> Block? {
    var list = frame.list
    if list.count > rows { list.removeAll { $0 == .gap } }
    // Values are in order of importance and may be cut off; steps are shown as a whole or not.
    if list.count > rows {
      let hasSteps = list.contains { if case .step = $0 { true } else { false } }
      guard !hasSteps, rows > 0 else { return nil }
      list.removeSubrange(rows...)
    }
    let listColumns = list.map { $0.width(style) }.max() ?? 0
    let size = frame.picture?.size(
      columns: columns - (listColumns > 0 ? listColumns + Self.gap : 0), rows: rows)
    var block = Block(list: list)
    if let picture = frame.picture, let size { block.picture = (picture, size) }
    return block.rows > 0 ? block : nil
  }

  private func draw(_ block: Block, on canvas: inout TextCanvas, row: Int) {
    var column = 1
    if let (drawing, size) = block.picture {
      drawing.draw(on: &canvas, column: 1, row: row, size: size, style: style)
      column += size.columns + Self.gap
    }
    for (index, entry) in block.list.enumerated() {
      entry.draw(on: &canvas, column: column, row: row + index, style: style)
    }
  }

  /// Summarizes the steps in one line.
  private static func summary(_ frame: GuideFrame) -> String? {
    let states = frame.list.compactMap { row -> GuideRow.State? in
      if case .step(_, let state) = row { state } else { nil }
    }
    guard !states.isEmpty else { return nil }
    return "\(states.count { $0 == .done }) of \(states.count) steps done"
  }

  private func draw(_ line: GuideFrame.Line, on canvas: inout TextCanvas, row: Int, words: Int) {
    switch line {
    case .text(let text, let ink): canvas.write(text, column: 1, row: row, ink: ink)
    case .bar(let bar):
      let start = 1 + GuideBar.nameColumns
      let columns = min(Self.longestBar, canvas.width - start - words - 3)
      canvas.write(bar.name, column: 1, row: row, ink: .dim)
      // Bars of fewer than eight characters are omitted.
      if columns >= 8 {
        canvas.write(bar.drawing(columns: columns, style), column: start, row: row, ink: bar.ink)
      }
      canvas.write(
        bar.words(style), column: start + (columns >= 8 ? columns + 2 : 0), row: row, ink: bar.ink)
    }
  }

  private func footer(
    _ frame: GuideFrame, columns: Int
  ) -> [(text: String, ink: TextCanvas.Ink)] {
    frame.messages.flatMap { message in
      WrappedText.lines(message.text, width: columns, indent: "  ").prefix(2).map {
        ($0, message.ink)
      }
    } + [(frame.keys(columns: columns), .dim)]
  }
}
