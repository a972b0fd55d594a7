package import ArgumentParser
import HeadingRuntime
package import HeadingStorage

/// Options of a flight controller that is read by MAVLink.
package struct FlightControllerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A flight controller's sensors by MAVLink: udp:HOST:PORT, tcp:HOST:PORT or serial:DEVICE[@RATE]; docs/mavlink.md.",
      valueName: "endpoint"))
  package var mavlink: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The MAVLink system to read. Default: the first one with an IMU.", valueName: "number"))
  package var mavlinkSystem: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Rate at which the flight controller is asked to send its IMU. Default 50.",
      valueName: "hertz"))
  package var mavlinkRate: Double?

  @Flag(help: "Send nothing to the flight controller, neither HEARTBEAT nor requests.")
  package var mavlinkSilent = false

  @Option(
    help: ArgumentHelp(
      "Key of a signed MAVLink: a file with 64 hexadecimal digits or the passphrase of the ground station.",
      valueName: "file"), completion: .file())
  package var mavlinkKey: String?

  package init() {}

  package mutating func validate() throws {
    guard mavlink != nil else {
      let rest: [(name: String, isGiven: Bool)] = [
        ("--mavlink-system", mavlinkSystem != nil), ("--mavlink-rate", mavlinkRate != nil),
        ("--mavlink-silent", mavlinkSilent), ("--mavlink-key", mavlinkKey != nil),
      ]
      guard let option = rest.first(where: \.isGiven) else { return }
      throw ValidationError("\(option.name) needs --mavlink, the link of the flight controller.")
    }
    if let mavlinkSystem, !(1...255).contains(mavlinkSystem) {
      throw ValidationError("--mavlink-system \(mavlinkSystem) is not between 1 and 255.")
    }
    let rates = FlightControllerConfiguration.rates
    if let mavlinkRate, !rates.contains(mavlinkRate) {
      throw ValidationError(
        "--mavlink-rate is not between \(Int(rates.lowerBound)) and \(Int(rates.upperBound)) Hz.")
    }
    for (key, message) in configuration.complaints {
      throw ValidationError("\(key == "mavlink.from" ? "--mavlink" : "--mavlink-key") \(message).")
    }
  }

  /// The options as a configuration; without a link if none is given.
  package var configuration: FlightControllerConfiguration {
    get {
      var configuration = FlightControllerConfiguration()
      configuration.from = mavlink
      configuration.system = mavlinkSystem
      configuration.rate = mavlinkRate
      configuration.isAsked = mavlinkSilent ? false : nil
      configuration.keyFile = mavlinkKey
      return configuration
    }
    set {
      mavlink = newValue.from
      mavlinkSystem = newValue.system
      mavlinkRate = newValue.rate
      mavlinkSilent = newValue.isAsked == false
      mavlinkKey = newValue.keyFile
    }
  }
}
