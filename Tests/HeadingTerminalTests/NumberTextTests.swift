import Testing

@testable import HeadingTerminal

/// Numbers as people read them.
struct NumberTextTests {
  @Test(arguments: [
    (-0.0, 1, "0.0"), (-0.04, 1, "0.0"), (-0.05001, 1, "-0.1"), (-0.4, 0, "0"),
    (12.346, 2, "12.35"),
  ])
  func `a zero has no minus`(value: Double, decimals: Int, text: String) {
    #expect(NumberText.fixed(value, decimals) == text)
  }

  @Test(
    arguments: [
      (0.031, 3), (0.31, 2), (0.996, 1), (1.5, 1), (9.96, 0), (12, 0), (122, 0), (1e-9, 4), (0, 1),
      (.nan, 1), (.infinity, 1),
    ] as [(Double, Int)])
  func `two digits of the bound decide the decimals`(bound: Double, decimals: Int) {
    #expect(NumberText.decimals(bound, otherwise: 1) == decimals)
  }

  @Test(
    arguments: [
      (35.678, 0.31, "035.68° ±0.31°"), (35.678, 2.24, "035.7° ±2.2°"), (359.6, 122, "000° ±122°"),
      (359.996, 0.31, "000.00° ±0.31°"), (7, 12.4, "007° ±12°"),
    ] as [(Double, Double, String)])
  func `a heading has the digits of its bound`(heading: Double, bound: Double, text: String) {
    #expect(MeasureText(style: Self.style()).heading(heading, bound: bound) == text)
  }

  private static func style(_ units: UnitSystem = .metric, _ form: CoordinateFormat = .decimal)
    -> TerminalStyle
  {
    var style = TerminalStyle(usesColor: false, usesUnicode: true)
    style.units = units
    style.coordinates = form
    return style
  }

  @Test(
    arguments: [
      (-9.024, 0.317, "9.02° W"), (12.83, 0.4, "12.83° E"), (-0.2, 15, "0°"), (.nan, 1, "-"),
    ] as [(Double, Double, String)])
  func `a declination is east or west`(degrees: Double, bound: Double, text: String) {
    #expect(MeasureText(style: Self.style()).declination(degrees, bound: bound) == text)
  }

  // 1 ft = 0.3048 m, 1 nmi = 1852 m, 1 mi = 1609.344 m, °F = 1.8 °C + 32: all exact.
  @Test(arguments: [
    (UnitSystem.metric, "100.0 m", "1852.000 m (1.852 km)", "10.0 m/s", "25.0 °C"),
    (.imperial, "328.1 ft", "1.151 mi", "22.4 mph", "77.0 °F"),
    (.nautical, "328.1 ft", "1.000 nmi", "19.4 kn", "25.0 °C"),
  ])
  func `the requested units are used`(
    units: UnitSystem, height: String, distance: String, speed: String, temperature: String
  ) {
    let measure = MeasureText(style: Self.style(units))
    #expect(measure.height(100) == height && measure.distance(1852) == distance)
    #expect(measure.text(10, .speed, decimals: 1) == speed)
    #expect(measure.text(25, .temperature, decimals: 1) == temperature)
  }

  @Test func `a place in degrees, minutes and seconds never has 60 of them`() {
    let measure = MeasureText(style: Self.style(.metric, .dms))
    #expect(
      measure.place(latitude: 37.566353, longitude: -126.977953)
        == "37°33'58.9\" N 126°58'40.6\" W")
    #expect(
      measure.place(latitude: 0.99999999, longitude: 59.9999, accuracy: 0.02)
        == "1°00'00.000\" N 59°59'59.640\" E")
    #expect(
      !measure.coordinate(1e300, "E", "W").isEmpty && !measure.coordinate(.nan, "E", "W").isEmpty)
  }
}
