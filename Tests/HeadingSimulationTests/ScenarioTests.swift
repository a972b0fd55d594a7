import HeadingGeometry
import HeadingSimulation
import Testing

struct ScenarioTests {
  @Test func `every scenario has its own name and a summary of one line`() {
    #expect(Set(Scenario.all.map(\.name)).count == Scenario.all.count)
    #expect(Scenario.all.allSatisfy { !$0.summary.isEmpty && !$0.summary.contains("\n") })
  }

  @Test func `settings change pose, motion, board and place`() throws {
    let scenario = try Scenario.named(
      "hub:heading=45,pitch=30,roll=-20,latitude=-36.85,longitude=174.76,altitude=10,seed=7")
    #expect(scenario.board == .hub)
    #expect(
      scenario.trajectory
        == .still(
          AttitudeAngles(
            heading: Angle(degrees: 45), pitch: Angle(degrees: 30), roll: Angle(degrees: -20))))
    // NOAA's calculator (WMM2025): about 20° east and 62° up at Auckland.
    let field = scenario.hat().earthField
    #expect(abs(field.declination.degrees - 19.9) < 0.5)
    #expect(abs(field.inclination.degrees + 62) < 1)
    #expect(scenario.seed == 7)
    #expect(try Scenario.named("pose:motion=driving").trajectory == .driving)
    #expect(try Scenario.named("turning:board=nine-axis").board == .nineAxis)
  }

  @Test(arguments: [
    ("nowhere", ScenarioError.unknownName("nowhere")), ("", .unknownName("")),
    ("pose:colour=red", .unknownSetting("colour")),
    ("pose:heading=north", .badValue(setting: "heading", value: "north")),
    ("pose:heading", .badValue(setting: "heading", value: "")),
    ("pose:pitch=91", .badValue(setting: "pitch", value: "91")),
    ("pose:heading=nan", .badValue(setting: "heading", value: "nan")),
    ("pose:board=toaster", .badValue(setting: "board", value: "toaster")),
  ])
  func `an invalid scenario is refused with the valid ones`(
    text: String, expected: ScenarioError
  ) {
    let error = #expect(throws: ScenarioError.self) { try Scenario.named(text) }
    #expect(error == expected)
    #expect(error?.description.isEmpty == false)
  }

  @Test(arguments: Scenario.settings)
  func `every setting describes its values`(setting: String) {
    #expect(Scenario.values(of: setting) != nil)
  }
}
