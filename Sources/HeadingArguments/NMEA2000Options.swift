package import ArgumentParser
package import HeadingStorage

/// Options of a network of NMEA 2000 that is read.
package struct NMEA2000Options: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Positions and speed through the water of NMEA 2000, a CAN interface such as can0; docs/nmea2000.md.",
      valueName: "interface"))
  package var nmea2000: String?

  @Option(
    help: ArgumentHelp(
      "Error (68 %) of the true headings on NMEA 2000. Default: they are not used.",
      valueName: "degrees"))
  package var nmea2000TrueHeading: Double?

  @Option(
    help: ArgumentHelp(
      "Error (68 %) of the magnetic headings on NMEA 2000. Default: they are not used.",
      valueName: "degrees"))
  package var nmea2000MagneticHeading: Double?

  @Flag(help: "Use no positions of NMEA 2000.")
  package var nmea2000WithoutPosition = false

  @Flag(help: "Use no speeds through the water of NMEA 2000.")
  package var nmea2000WithoutWaterSpeed = false

  package init() {}

  package mutating func validate() throws {
    guard let nmea2000 else {
      let rest: [(name: String, isGiven: Bool)] = [
        ("--nmea2000-true-heading", nmea2000TrueHeading != nil),
        ("--nmea2000-magnetic-heading", nmea2000MagneticHeading != nil),
        ("--nmea2000-without-position", nmea2000WithoutPosition),
        ("--nmea2000-without-water-speed", nmea2000WithoutWaterSpeed),
      ]
      guard let option = rest.first(where: \.isGiven) else { return }
      throw ValidationError("\(option.name) needs --nmea2000, the CAN interface.")
    }
    if let complaint = NMEA2000InputConfiguration.complaint(nmea2000) {
      throw ValidationError("--nmea2000 \(complaint).")
    }
    let range = NMEA2000InputConfiguration.accuracies
    for accuracy in [nmea2000TrueHeading, nmea2000MagneticHeading] {
      guard let accuracy, !range.contains(accuracy) else { continue }
      throw ValidationError(
        "an error of \(accuracy)° of headings on NMEA 2000 is not between \(range.lowerBound)° and \(range.upperBound)°."
      )
    }
  }

  /// The options as a configuration; without an interface if none is given.
  package var configuration: NMEA2000InputConfiguration {
    get {
      var configuration = NMEA2000InputConfiguration()
      configuration.from = nmea2000
      configuration.trueHeadingAccuracy = nmea2000TrueHeading
      configuration.magneticHeadingAccuracy = nmea2000MagneticHeading
      configuration.usesPosition = nmea2000WithoutPosition ? false : nil
      configuration.usesWaterSpeed = nmea2000WithoutWaterSpeed ? false : nil
      return configuration
    }
    set {
      nmea2000 = newValue.from
      nmea2000TrueHeading = newValue.trueHeadingAccuracy
      nmea2000MagneticHeading = newValue.magneticHeadingAccuracy
      nmea2000WithoutPosition = newValue.usesPosition == false
      nmea2000WithoutWaterSpeed = newValue.usesWaterSpeed == false
    }
  }
}
