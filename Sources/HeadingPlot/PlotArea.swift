/// The area of a plot over time, with its two axes.
struct PlotArea {
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
