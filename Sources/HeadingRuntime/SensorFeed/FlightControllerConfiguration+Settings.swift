import HeadingMAVLink
package import HeadingSensorFeed
package import HeadingStorage

extension FlightControllerConfiguration {
  /// What is wrong, with the keys.
  package var complaints: [(key: String, message: String)] {
    guard let from else { return [] }
    var found: [(String, String)] = []
    if Self.endpoint(from) == nil {
      found.append(
        (
          "mavlink.from",
          "'\(from)' is not udp:HOST:PORT, tcp:HOST:PORT or serial:DEVICE[@RATE]; HOST is a numeric address"
        ))
    }
    if let keyFile {
      do throws(MAVLinkKeyError) {
        _ = try MAVLinkKey(file: keyFile)
      } catch {
        found.append(("mavlink.signing.key_file", "\(error)"))
      }
    }
    return found
  }

  /// What is not safe about the key's file; `nil` for nothing.
  package var doubt: String? {
    guard let keyFile, MAVLinkKey.isPublic(keyFile) else { return nil }
    return "every user of this machine can read \(keyFile) and sign with it; use mode 0640 or 0600"
  }

  /// The settings of a configuration without complaints; `nil` without a link.
  var settings: FlightControllerSettings? {
    guard let endpoint = from.flatMap(Self.endpoint) else { return nil }
    var settings = FlightControllerSettings(endpoint: endpoint)
    settings.system = system.flatMap { UInt8(exactly: $0) }
    settings.rate = isAsked == false ? nil : rate ?? FlightControllerSettings.usualRate
    if let keyFile {
      // Without its key a signed link is not read.
      guard let key = try? MAVLinkKey(file: keyFile) else { return nil }
      settings.key = key
    }
    return settings
  }

  private static func endpoint(_ text: String) -> FeedEndpoint? {
    switch FeedEndpoint(text) {
    case .udp(let host, let port)?: .udp(host: host, port: port)
    case .tcp(let host, let port)?: .tcp(host: host, port: port)
    case .serial(let device, let rate)?: .serial(device: device, bitRate: rate)
    case .socket?, .standardInput?, nil: nil
    }
  }
}

extension FeedSettings {
  /// Settings with a flight controller; `nil` if there is neither an endpoint nor a controller.
  package init?(
    endpoints: [FeedEndpoint], format: FeedFormat, group: String?,
    flightController: FlightControllerConfiguration
  ) {
    let controller = flightController.settings
    guard !endpoints.isEmpty || controller != nil else { return nil }
    self.init(
      endpoints: endpoints, format: format, group: group, flightController: controller)
  }
}
