/// A flight controller whose sensors are read by MAVLink; the section `mavlink`.
package struct FlightControllerConfiguration: Sendable, Hashable {
  /// The link: `udp:HOST:PORT` listens, `tcp:HOST:PORT` connects, `serial:DEVICE[@RATE]` opens.
  package var from: String?

  /// The system to read; `nil` for the first one with an IMU.
  package var system: Int?

  /// Rate at which it is asked to send its IMU, Hz; `nil` for 50.
  package var rate: Double?

  /// Whether it is asked at all; `nil` for true.
  package var isAsked: Bool?

  /// File of the key of a signed link; `nil` for one that is not signed.
  package var keyFile: String?

  /// Range of ``rate``.
  package static let rates = 1.0...400

  /// Creates the defaults: nothing is read.
  package init() {}
}

extension FlightControllerConfiguration {
  init(_ section: ConfigurationSection) {
    from = section.text("from")
    system = section.integer("system", 1...255)
    rate = section.number("rate", Self.rates, "Hz")
    isAsked = section.flag("request")
    section.section("signing") { signing in
      keyFile = signing.text("key_file") { text in
        text.hasPrefix("/") ? nil : "'\(text)' is not an absolute path"
      }
      if section.has("signing"), !signing.has("key_file") {
        signing.problem(nil, "names no key; add key_file, or remove the section")
      }
    }
    for key in ["system", "rate", "request", "signing"] where section.has(key) {
      if from == nil, !section.has("from") {
        section.problem(key, "is of no use without mavlink.from")
      }
    }
  }
}
