import HeadingSensorFeed
package import HeadingStorage

extension FeedConfiguration {
  /// Group that may connect to the socket besides the user.
  package var socketGroup: String { group ?? "iio" }

  /// The bit rate of the serial line.
  private var usedBitRate: Int { bitRate ?? FeedEndpoint.usualBitRate }

  /// The endpoints as `--feed` names them; none without a feed.
  package var endpoints: [String] {
    [
      socket.map { "unix:\($0)" }, udp.map { "udp:\($0)" },
      device.map { "serial:\($0)@\(usedBitRate)" },
    ].compactMap(\.self)
  }

  /// What is wrong, with the keys.
  package var complaints: [(key: String, message: String)] {
    var found: [(String, String)] = []
    if let udp, FeedEndpoint(udp: udp) == nil {
      found.append(
        ("feed.udp", "'\(udp)' is not HOST:PORT with a numeric address of this machine"))
    }
    if !FeedEndpoint.isBitRate(usedBitRate) {
      found.append(
        (
          "feed.serial.bit_rate",
          "\(usedBitRate) is none of 9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600, "
            + "1000000, 2000000"
        ))
    }
    return found
  }
}
