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
      let area = Area(span, axis, left: Self.left, right: Self.right, height: height - 22)
      area.drawAxes(&drawing)
      area.clipped(&drawing) { drawing in
        for line in lines { area.draw(line, scale, &drawing) }
      }
    case .stack(let parts, let lines, let scale):
      let sums = parts.first?.values.indices.map { row in
        parts.reduce(0) { $0 + ($1.values[row].isFinite ? $1.values[row] : 0) }
      }
      let axis = PlotAxis(scale, sums ?? [])
      let area = Area(span, axis, left: Self.left, right: Self.right, height: height - 22)
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
    let area = Area(
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

/// The area of a plot over time, with its two axes.
private struct Area {
  let span: ClosedRange<Double>
  let axis: PlotAxis
  let left, right, height: Double

  init(
    _ span: ClosedRange<Double>, _ axis: PlotAxis, left: Double, right: Double, height: Double
  ) {
    (self.span, self.axis) = (span, axis)
    (self.left, self.right, self.height) = (left, right, height)
  }

  func x(_ time: Double) -> Double {
    left + (time - span.lowerBound) / (span.upperBound - span.lowerBound) * (right - left)
  }

  func y(_ value: Double) -> Double {
    height - (value - axis.low) / (axis.high - axis.low) * height
  }

  func drawAxes(_ drawing: inout PlotDrawing) {
    for mark in axis.marks {
      let at = PlotDrawing.pixel(y(mark))
      drawing.path(
        "M\(PlotDrawing.pixel(left)) \(at)H\(PlotDrawing.pixel(right))", .line, width: 1)
      drawing.label(axis.label(mark), x: left - 8, y: y(mark) + 4, .dim, anchor: "end")
    }
    drawTimes(&drawing)
  }

  func drawTimes(_ drawing: inout PlotDrawing) {
    let length = span.upperBound - span.lowerBound
    let step = PlotAxis.timeStep(length)
    for offset in stride(from: 0, through: length + step * 1e-6, by: step) {
      let at = x(span.lowerBound + offset)
      drawing.path(
        "M\(PlotDrawing.pixel(at)) \(PlotDrawing.pixel(height))v4", .dim, width: 1)
      drawing.label(
        PlotAxis.duration(offset, step: step), x: at, y: height + 18, .dim, anchor: "middle")
    }
  }

  func clipped(_ drawing: inout PlotDrawing, _ draw: (inout PlotDrawing) -> Void) {
    drawing.clip(x: left, width: right - left, height: height + 1)
    draw(&drawing)
    drawing.close()
  }

  /// A line; of the values within a pixel the smallest and the largest are drawn, so that no peak is lost.
  func draw(_ line: PlotLine, _ scale: PlotScale, _ drawing: inout PlotDrawing) {
    var isCircle = false
    if case .circle = scale { isCircle = true }
    var commands = ""
    var before: (time: Double, value: Double)?
    var pixel: (x: Int, low: Double, high: Double, last: Double)?
    func finish() {
      guard let one = pixel else { return }
      pixel = nil
      for value in Set([one.low, one.high]).sorted() where value != one.last && !isCircle {
        commands += "L\(one.x) \(PlotDrawing.pixel(y(value)))"
      }
      commands += "L\(one.x) \(PlotDrawing.pixel(y(one.last)))"
    }
    for (time, value) in zip(line.times, line.values) {
      guard value.isFinite, time.isFinite else {
        finish()
        before = nil
        continue
      }
      let column = Int(min(max(x(time), -1e5), 1e5).rounded())
      let isJoined = before.map {
        time - $0.time <= line.longestGap && !(isCircle && abs(value - $0.value) > 180)
      }
      if isJoined != true {
        finish()
        // A single value is a dot: round caps of a line without length.
        commands += "M\(column) \(PlotDrawing.pixel(y(value)))h0"
      } else if let one = pixel, one.x == column {
        pixel = (column, min(one.low, value), max(one.high, value), value)
      } else {
        finish()
        pixel = (column, value, value, value)
      }
      before = (time, value)
    }
    finish()
    drawing.path(commands, line.color, width: line.isDashed ? 1.5 : 2, isDashed: line.isDashed)
  }

  /// Areas on one another; `line` has their times.
  func draw(
    _ parts: [(color: PlotColor, values: [Double])], times line: PlotLine,
    _ drawing: inout PlotDrawing
  ) {
    let runs = line.values.indices.reduce(into: [Range<Int>]()) { runs, row in
      guard line.values[row].isFinite else { return }
      if let last = runs.last, last.upperBound == row,
        line.times[row] - line.times[row - 1] <= line.longestGap
      {
        runs[runs.count - 1] = last.lowerBound..<row + 1
      } else {
        runs.append(row..<row + 1)
      }
    }
    var tops = [Double](repeating: 0, count: line.values.count)
    var paths: [(PlotColor, String)] = []
    for part in parts {
      for row in tops.indices where part.values[row].isFinite { tops[row] += part.values[row] }
      var commands = ""
      for run in runs {
        commands +=
          "M\(PlotDrawing.pixel(x(line.times[run.lowerBound]))) \(PlotDrawing.pixel(height))"
        var drawn = -1e9
        // Of the rows within a pixel one with the largest value.
        var best = run.lowerBound
        for row in run {
          if tops[row] > tops[best] || best < run.lowerBound { best = row }
          guard x(line.times[row]) - drawn >= 1 || row == run.upperBound - 1 else { continue }
          drawn = x(line.times[row])
          commands += "L\(PlotDrawing.pixel(drawn)) \(PlotDrawing.pixel(y(tops[best])))"
          best = row
        }
        let end = max(x(line.times[run.upperBound - 1]), x(line.times[run.lowerBound]) + 1.5)
        commands += "H\(PlotDrawing.pixel(end))V\(PlotDrawing.pixel(height))Z"
      }
      paths.append((part.color, commands))
    }
    // The highest first, so that each covers what is not its own.
    for (color, commands) in paths.reversed() { drawing.area(commands, color) }
  }
}

extension PlotTrack {
  /// Draws the way north up, with circles of its accuracy, a scale and the direction of north.
  func draw(_ drawing: inout PlotDrawing, width: Double, height: Double) {
    let places = parts.joined().filter {
      $0.east.isFinite && $0.north.isFinite && $0.radius.isFinite
    }
    guard let last = places.last else {
      return drawing.label(
        "no place is known", x: Plot.width / 2, y: height / 2, .dim, anchor: "middle")
    }
    var (west, east, south, north) = (0.0, 0.0, 0.0, 0.0)
    (west, east) = (last.east - last.radius, last.east + last.radius)
    (south, north) = (last.north - last.radius, last.north + last.radius)
    for place in places {
      (west, east) = (min(west, place.east), max(east, place.east))
      (south, north) = (min(south, place.north), max(north, place.north))
    }
    let margin = 30.0
    let scale = min(
      (width - 2 * margin) / max(east - west, 4), (height - 2 * margin) / max(north - south, 4))
    func point(_ place: Place) -> (x: Double, y: Double) {
      (
        Plot.width / 2 + (place.east - (west + east) / 2) * scale,
        height / 2 - (place.north - (south + north) / 2) * scale
      )
    }
    var before: (x: Double, y: Double)?
    for place in places where place.radius > 0 {
      let at = point(place)
      if let before {
        let (dx, dy) = (at.x - before.x, at.y - before.y)
        if (dx * dx + dy * dy).squareRoot() < max(40, place.radius * scale * 1.5) { continue }
      }
      before = at
      drawing.circle(x: at.x, y: at.y, radius: place.radius * scale, .dim, isFilled: false)
    }
    var commands = ""
    for part in parts {
      var drawn: (x: Double, y: Double)?
      for place in part where place.east.isFinite && place.north.isFinite {
        let at = point(place)
        if let drawn, abs(at.x - drawn.x) + abs(at.y - drawn.y) < 0.7 { continue }
        commands +=
          (drawn == nil ? "M" : "L") + "\(PlotDrawing.pixel(at.x)) \(PlotDrawing.pixel(at.y))"
          + (drawn == nil ? "h0" : "")
        drawn = at
      }
    }
    drawing.path(commands, .accent, width: 2.5)
    let end = point(last)
    drawing.circle(x: end.x, y: end.y, radius: 5, .text, isFilled: true)

    let length = PlotAxis.step(140 / scale)
    drawing.path(
      "M20 \(PlotDrawing.pixel(height - 14))v6h\(PlotDrawing.pixel(length * scale))v-6", .text)
    let words =
      length >= 1000
      ? "\(PlotDrawing.fixed(length / 1000, 0)) km"
      : "\(PlotDrawing.fixed(length, length < 1 ? 1 : 0)) m"
    drawing.label(words, x: 28, y: height - 16, .text)
    drawing.path("M960 34V12M955 19L960 10L965 19", .text)
    drawing.label("N", x: 960, y: 50, .text, anchor: "middle", weight: 700)
  }
}
