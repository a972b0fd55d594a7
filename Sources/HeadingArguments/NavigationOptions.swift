package import ArgumentParser
import HeadingGeometry
package import HeadingSensing
import HeadingStorage

/// Options of the navigation filter: motion constraint, lever arm, fix latency, coasting limit,
/// gyroscope bias and point of the heave.
package struct NavigationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How the vehicle moves: forward (car, rover), free (boat, aircraft, hand), unknown.",
      valueName: "motion"),
    transform: { try NavigationOptions.motion(named: $0) })
  package var motion: MotionConstraint?

  // Unconditional parsing, because positions behind or to the left are negative.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Lever arm from the sensors to the antenna: metres right, forward, up.",
      valueName: "x,y,z"))
  package var leverArm: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Delay from a fix's time of validity to its time stamp, 0 to 1.2.", valueName: "seconds"))
  package var fixLatency: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Largest 68 % position error while coasting without fixes. Default 50.",
      valueName: "metres"))
  package var coastingLimit: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pressure reduced to sea level, 850 to 1100.", valueName: "hPa"))
  package var qnh: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Bias of an uncalibrated gyroscope, 1 sigma. Default 5 for sensors, 0.5 for tables.",
      valueName: "degrees/s"))
  package var gyroscopeBias: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Compute heave and sea state of this point: metres right, forward, up of the sensors.",
      valueName: "x,y,z"))
  package var heavePoint: String?

  package init() {}

  package mutating func validate() throws {
    for (name, text) in [("--lever-arm", leverArm), ("--heave-point", heavePoint)] {
      guard let text, NavigationConfiguration.vector(text) == nil else { continue }
      throw ValidationError(
        "\(name) '\(text)' is not three numbers of metres, such as 0,1.2,0.3.")
    }
    try check("--fix-latency", fixLatency, NavigationConfiguration.latencies, "seconds")
    try check("--coasting-limit", coastingLimit, NavigationConfiguration.limits, "metres")
    try check("--qnh", qnh, NavigationConfiguration.settings, "hPa")
    try check(
      "--gyroscope-bias", gyroscopeBias, NavigationConfiguration.biases, "degrees per second")
  }

  private static func motion(named name: String) throws -> MotionConstraint {
    guard let motion = MotionConstraint(name: name) else {
      throw ValidationError(
        "'\(name)' is none of \(MotionConstraint.allCases.map(\.name).joined(separator: ", ")).")
    }
    return motion
  }

  private func check(
    _ name: String, _ value: Double?, _ range: ClosedRange<Double>, _ unit: String
  ) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError(
      "\(name) \(value) is not within \(range.lowerBound) to \(range.upperBound) \(unit).")
  }

  /// Names of the given options.
  package var given: [String] {
    let options: [(name: String, isGiven: Bool)] = [
      ("--motion", motion != nil), ("--lever-arm", leverArm != nil),
      ("--fix-latency", fixLatency != nil), ("--coasting-limit", coastingLimit != nil),
      ("--qnh", qnh != nil), ("--gyroscope-bias", gyroscopeBias != nil),
      ("--heave-point", heavePoint != nil),
    ]
    return options.filter(\.isGiven).map(\.name)
  }

  /// Applies the given options to the engine's settings.
  func apply(to settings: inout EngineSettings) {
    settings.motion = motion ?? settings.motion
    settings.antennaLeverArm =
      leverArm.flatMap(NavigationConfiguration.vector) ?? settings.antennaLeverArm
    settings.fixLatency = fixLatency ?? settings.fixLatency
    settings.coastingLimit = coastingLimit ?? settings.coastingLimit
    settings.seaLevelPressure = qnh.map { $0 * 100 } ?? settings.seaLevelPressure
    settings.gyroscopeBias =
      gyroscopeBias.map { Angle(degrees: $0).radians } ?? settings.gyroscopeBias
    settings.heavePoint =
      heavePoint.flatMap(NavigationConfiguration.vector) ?? settings.heavePoint
  }

  /// The options, with missing ones taken from the configuration.
  func completed(from configuration: NavigationConfiguration) -> NavigationOptions {
    var options = self
    options.motion = motion ?? configuration.motion
    options.leverArm = leverArm ?? configuration.leverArm
    options.fixLatency = fixLatency ?? configuration.fixLatency
    options.coastingLimit = coastingLimit ?? configuration.coastingLimit
    options.qnh = qnh ?? configuration.qnh
    options.gyroscopeBias = gyroscopeBias ?? configuration.gyroscopeBias
    options.heavePoint = heavePoint ?? configuration.heavePoint
    return options
  }
}
