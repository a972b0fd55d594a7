import Testing

@testable import HeadingPlot

struct PlotTests {
  private func picture(_ content: PlotPanel.Content, title: String = "x") -> String {
    var plot = Plot(title: title, subtitle: "y", span: 0...60)
    plot.append(PlotPanel("panel", content))
    return plot.svg
  }

  private func line(_ values: [Double?], gap: Double = 3) -> PlotLine {
    PlotLine(
      .accent, times: values.indices.map { Double($0) }, values: values, longestGap: gap)
  }

  /// Paths of a colour, without axes.
  private func paths(_ picture: String, _ color: PlotColor = .accent) -> [Substring] {
    picture.split(separator: "\n").filter {
      $0.hasPrefix("<path") && $0.contains("stroke=\"\(color.code)\"")
    }
  }

  @Test func `text of others cannot leave its element`() {
    let svg = picture(.lanes([]), title: "</title><script>alert(1)</script>\u{1}\u{FFFE}&\"")
    #expect(!svg.contains("<script"))
    #expect(!svg.contains("\u{1}") && !svg.contains("\u{FFFE}"))
    #expect(svg.contains("&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;  &amp;&quot;"))
  }

  @Test func `an unknown value interrupts a line`() {
    let joined = picture(.lines([line([1, 2, 3, 4, 5])], .around(least: 1)))
    let broken = picture(.lines([line([1, 2, nil, 4, 5])], .around(least: 1)))
    #expect(paths(joined)[0].count { $0 == "M" } == 1)
    #expect(paths(broken)[0].count { $0 == "M" } == 2)
  }

  @Test func `a heading that passes north is not drawn across the circle`() {
    let svg = picture(.lines([line([350, 355, 2, 7])], .circle))
    #expect(paths(svg)[0].count { $0 == "M" } == 2)
    let other = picture(.lines([line([350, 355, 2, 7])], .around(least: 1)))
    #expect(paths(other)[0].count { $0 == "M" } == 1)
  }

  @Test func `a peak within a pixel is not lost`() throws {
    var values = [Double?](repeating: 0, count: 60_000)
    values[30_001] = 8
    let times = values.indices.map { Double($0) / 1000 }
    let peak = PlotLine(.accent, times: times, values: values, longestGap: 3)
    let svg = picture(.lines([peak], .around(least: 1)))
    // The axis has 10 % above and below: of 158 pixels the peak is 158 / 11 / 2 below the upper edge.
    let path = try #require(paths(svg).first)
    #expect(path.contains(" 7.2"))
    #expect(path.utf8.count < 40_000)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, 1.7e308, 1e-300])
  func `no value makes a picture that is not drawn`(value: Double) {
    for scale in [PlotScale.around(least: 1), .fromZero(least: 1), .circle] {
      let lines = [line([value, 1, value, nil, -value])]
      for content in [
        PlotPanel.Content.lines(lines, scale),
        .stack([(.noise, [value, 1, 2, 3, 4])], lines: lines, scale),
      ] {
        let svg = picture(content)
        #expect(!svg.contains("nan") && !svg.contains("inf"))
        #expect(svg.utf8.count < 20_000)
      }
    }
    let place = PlotTrack.Place(east: value, north: 0, radius: value)
    let svg = picture(.track(PlotTrack([[place, .init(east: 0, north: 0, radius: 1)], []])))
    #expect(!svg.contains("nan") && !svg.contains("inf"))
  }

  @Test func `the axis has round marks, and ends above most values`() {
    let axis = PlotAxis(.around(least: 1), [20.0, 30])
    #expect(axis.marks == [20, 22, 24, 26, 28, 30] || axis.marks == [20, 25, 30])
    #expect(axis.low == 19.5 && axis.high == 30.5)
    #expect(axis.label(20) == "20")
    let steep = PlotAxis(.fromZero(least: 0.5), [Double](repeating: 1, count: 99) + [120])
    #expect(steep.cut == 120 && steep.high == 2.4)
    #expect(PlotAxis(.circle, []).label(90) == "090°")
  }

  @Test(arguments: [
    (0.0, 1.0, "0:00"), (59.6, 1, "1:00"), (3725, 60, "1:02:05"), (0.25, 0.1, "0.3 s"),
  ])
  func `times are minutes and seconds`(time: Double, step: Double, text: String) {
    #expect(PlotAxis.duration(time, step: step) == text)
  }

  @Test(arguments: [
    (1.25, 1, "1.3"), (-0.04, 1, "0.0"), (-1.96, 1, "−2.0"), (12, 0, "12"), (0.999, 2, "1.00"),
  ])
  func `numbers are rounded`(value: Double, decimals: Int, text: String) {
    #expect(PlotDrawing.fixed(value, decimals) == text)
  }
}
