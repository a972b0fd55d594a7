extension PlotPanel.Content {
  private static let left = 70.0
  private static let right = Plot.width - Plot.margin
  private static let lane = 22.0

  /// Height without the heading, pixels; a time axis included.
  var height: Double {
    switch self {
    case .lines(_, .circle): 240
    case .lines, .stack: 180
    case .lanes(let lanes): Double(max(1, lanes.count)) * Self.lane + 22
    case .track: 420
    }
  }

  /// Draws into an area whose upper left corner is the origin.
  func draw(_ drawing: inout PlotDrawing, _ span: ClosedRange<Double>) {
    switch self {
    case .lines(let lines, let scale):
      let axis = PlotAxis(scale, lines.lazy.flatMap(\.values))
      let area = PlotArea(span, axis, left: Self.left, right: Self.right, height: height - 22)
      area.drawAxes(&drawing)
      area.clipped(&drawing) { drawing in
        for line in lines { area.draw(line, scale, &drawing) }
      }
    case .stack(let parts, let lines, let scale):
      let sums = parts.first?.values.indices.map { row in
        parts.reduce(0) { $0 + ($1.values[row].isFinite ? $1.values[row] : 0) }
      }
      let axis = PlotAxis(scale, sums ?? [])
      let area = PlotArea(span, axis, left: Self.left, right: Self.right, height: height - 22)
      area.drawAxes(&drawing)
      area.clipped(&drawing) { drawing in
        if let line = lines.first { area.draw(parts, times: line, &drawing) }
        for line in lines { area.draw(line, scale, &drawing) }
      }
      if let cut = axis.cut {
        drawing.label(
          "▲ to \(PlotDrawing.fixed(cut, cut < 10 ? 1 : 0))", x: Self.right, y: 12, .text,
          anchor: "end", weight: 700)
      }
    case .lanes(let lanes):
      draw(lanes, &drawing, span)
    case .track(let track):
      track.draw(&drawing, width: Plot.width - 2 * Plot.margin, height: height)
    }
  }

  private func draw(
    _ lanes: [PlotLane], _ drawing: inout PlotDrawing, _ span: ClosedRange<Double>
  ) {
    let axis = PlotAxis(.around(least: 1), [])
    // Letters are at most about this wide; half of the picture is for the lanes.
    let longest = Double(lanes.map(\.name.count).max() ?? 0) * 7.6
    let area = PlotArea(
      span, axis, left: min(Plot.width / 2, Plot.margin + longest + 20), right: Self.right,
      height: height - 22)
    area.drawTimes(&drawing)
    if lanes.isEmpty { drawing.label("none", x: Plot.margin, y: 15, .dim) }
    for (index, lane) in lanes.enumerated() {
      let top = Double(index) * Self.lane
      drawing.label(lane.name, x: Plot.margin, y: top + 15, .text)
      for span in lane.spans {
        let (from, to) = (area.x(span.lowerBound), area.x(span.upperBound))
        drawing.rectangle(
          x: from, y: top + 4, width: max(2, to - from), height: Self.lane - 8, lane.color)
      }
    }
  }
}
