import HeadingGeometry

extension Scenario {
  /// All scenarios, the default first.
  public static let all: [Scenario] = [
    Scenario(
      "turning", "a hat of LSM9DS1 and LPS25H turns slowly, tilted a little", .hat, slowTurn),
    Scenario(
      "pose", "the hat lies still; set heading, pitch and roll", .hat,
      pose(heading: 45, pitch: 0, roll: 0)),
    Scenario(
      "figure-eight", "the hat is waved through figures of eight, as for a calibration", .hat,
      .figureEight),
    Scenario(
      "level-turns", "the hat is turned level, a quarter at a time, as on a table", .hat,
      .levelTurns),
    Scenario(
      "tumbling", "the hat is tumbled slowly through every attitude: try `compass calibrate` on it",
      .hat, .tumbling),
    Scenario(
      "six-poses", "the hat is laid on each of its six sides, as for its accelerometer", .hat,
      .sixPoses),
    Scenario(
      "drive", "the hat is driven along straight legs: record two minutes and try `compass audit`",
      .hat, .legs),
    Scenario("driving", "the hat is driven in an oval at about 10 m/s", .hat, .driving),
    Scenario(
      "turned-hat", "the same chips soldered turned: mount matrices say how", .turnedHat, slowTurn),
    Scenario(
      "sense-hat", "the Sense HAT by the kernel: mirrored inertial sensors, a humidity sensor",
      .senseHat, slowTurn),
    Scenario("hub", "a USB HID sensor hub: every device has its own trigger", .hub, slowTurn),
    Scenario(
      "nine-axis", "one nine-axis chip (MPU-9250) and a BMP280", .nineAxis, slowTurn),
    Scenario(
      "two-magnetometers", "the hat with a second, worse magnetometer", .twoMagnetometers,
      slowTurn),
    Scenario("no-gyroscope", "the hat without its gyroscope", .withoutGyroscope, slowTurn),
    Scenario("no-barometer", "the hat without its barometer", .withoutBarometer, slowTurn),
    Scenario("polled", "chips without buffers: every sample must be asked for", .polled, slowTurn),
  ]

  /// Parses a scenario: a name, then optional settings: `pose:heading=45,pitch=30,roll=-20`.
  ///
  /// Settings: ``settings``. The heading is magnetic, angles are in degrees; setting one of the
  /// three makes the board stationary.
  public static func named(_ text: String) throws(ScenarioError) -> Scenario {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    guard var scenario = all.first(where: { $0.name == name }) else { throw .unknownName(name) }
    guard parts.count == 2 else { return scenario }
    for setting in parts[1].split(separator: ",", omittingEmptySubsequences: true) {
      let sides = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      try scenario.set(String(sides[0]), to: sides.count == 2 ? String(sides[1]) : "")
    }
    return scenario
  }

  private static let slowTurn = Trajectory.turning(
    ratePerSecond: Angle(degrees: 6), pitch: Angle(degrees: 8), roll: Angle(degrees: -5))

  static func pose(heading: Double, pitch: Double, roll: Double) -> Trajectory {
    .still(
      AttitudeAngles(
        heading: Angle(degrees: heading), pitch: Angle(degrees: pitch), roll: Angle(degrees: roll)))
  }

  private init(
    _ name: String, _ summary: String, _ board: SimulatedBoard, _ trajectory: Trajectory
  ) {
    self.name = name
    self.summary = summary
    self.board = board
    self.trajectory = trajectory
  }
}
