import HeadingNMEA2000
import HeadingProtocol
package import HeadingRuntime
package import HeadingStorage
package import Logging

/// Sends updates to a network of NMEA 2000, as a node with an address of its own.
package struct NMEA2000Output: HeadingOutput {
  package static let key = "nmea2000"

  private let configuration: NMEA2000Configuration

  /// Creates an output of a configuration.
  init(_ configuration: NMEA2000Configuration) { self.configuration = configuration }

  package init?(_ section: ConfigurationSection) {
    guard let configuration = NMEA2000Configuration(section) else { return nil }
    self.init(configuration)
  }

  package var endpoint: OutputEndpoint { .local }

  package func run(on service: HeadingService, logger: Logger) async {
    let (interface, instance) = (configuration.interface, configuration.instance)
    let number = NMEA2000Name.ownNumber(interface: interface, instance: instance)
    let name = NMEA2000Name.own(interface: interface, instance: instance)
    let product = NMEA2000Product(
      model: "headingd", softwareVersion: ProgramVersion.text, serialNumber: "\(number)")
    await Newest.follow(
      service, for: "NMEA 2000", logger: logger, { $0 },
      on: { [configuration] news in
        NMEA2000Link(
          configuration: configuration, name: name, product: product, news: news, logger: logger
        ).run()
      })
  }
}
