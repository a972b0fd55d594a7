import HeadingSensorFeed
package import HeadingStorage

extension FeedConfiguration {
  /// Group that may connect to the socket besides the user.
  package var socketGroup: String { group ?? "iio" }

  /// The endpoints as `--feed` names them; none without a feed.
  ///
  /// - Throws: What is wrong, with its position in the file.
  package func endpoints(
    of configuration: ServiceConfiguration, path: String
  ) throws(ConfigurationError) -> [String] {
    var endpoints = socket.map { ["unix:\($0)"] } ?? []
    if let udp {
      guard FeedEndpoint(udp: udp) != nil else {
        throw configuration.problem(
          "feed.udp", "'\(udp)' is not HOST:PORT with a numeric address of this machine", path: path
        )
      }
      endpoints.append("udp:\(udp)")
    }
    if let device {
      let bitRate = bitRate ?? FeedEndpoint.usualBitRate
      guard FeedEndpoint.isBitRate(bitRate) else {
        throw configuration.problem(
          "feed.serial.bit_rate",
          "\(bitRate) is none of 9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600, 1000000, "
            + "2000000", path: path)
      }
      endpoints.append("serial:\(device)@\(bitRate)")
    } else if bitRate != nil {
      throw configuration.problem("feed.serial", "has a bit rate but no device", path: path)
    }
    return endpoints
  }
}
