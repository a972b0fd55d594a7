/// Sensors that something else reads and sends; the section `feed`.
package struct FeedConfiguration: Sendable, Hashable {
  /// Path of the Unix socket to listen on; `nil` for none.
  package var socket: String?

  /// Group that may connect to the socket besides the user; `nil` for `iio`.
  package var group: String?

  /// Address and UDP port to listen on, `HOST:PORT`; `nil` for none.
  package var udp: String?

  /// Path of the serial line; `nil` for none.
  package var device: String?

  /// Bit rate of the serial line, bit/s; `nil` for 115200.
  package var bitRate: Int?

  /// Form of the messages: json, binary or auto; `nil` for auto.
  package var format: String?

  /// Creates the defaults: nothing is listened on.
  package init() {}
}

extension FeedConfiguration {
  init(_ section: ConfigurationSection) {
    socket = section.text("socket") { text in
      guard text.hasPrefix("/") else { return "'\(text)' is not an absolute path" }
      return text.utf8.count > 90 ? "is longer than 90 bytes" : nil
    }
    group = section.text("group")
    udp = section.text("udp")
    section.section("serial") { serial in
      device = serial.text("device") { text in
        text.hasPrefix("/") ? nil : "'\(text)' is not an absolute path"
      }
      bitRate = serial.integer("bit_rate", 9600...2_000_000)
      if serial.has("bit_rate"), !serial.has("device") {
        serial.problem(nil, "has a bit rate but no device")
      }
    }
    format = section.choice("format", of: ["json", "binary", "auto"])
  }
}
