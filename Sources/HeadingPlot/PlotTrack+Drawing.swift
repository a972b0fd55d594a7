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
