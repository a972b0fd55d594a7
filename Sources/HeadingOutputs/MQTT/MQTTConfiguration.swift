import Glibc
package import HeadingStorage

/// A broker and what it gets; an entry of the list `outputs.mqtt`.
package struct MQTTConfiguration: Sendable, Hashable {
  /// Forms of a state.
  package enum Format: String, Sendable, Hashable, CaseIterable {
    case json, cbor
  }

  /// The brokers, which are tried in turn.
  package var servers: [MQTTServer]

  /// The robot's name.
  package var robot: String

  /// The first levels of every topic.
  package var prefix = "headingd"

  /// The version of the protocol.
  package var version = MQTTVersion.automatic

  /// The form of a state.
  package var format = Format.json

  /// Largest number of states per second.
  package var rate = 5.0

  /// Change of the heading after which a state is sent, degrees.
  package var change = 1.0

  /// Longest time between two states, s.
  package var interval = 1.0

  /// Quality of service of states: 0 or 1.
  package var quality = 0

  /// The user; `nil` for none.
  package var user: String?

  /// File of the user's password.
  package var passwordFile: String?

  /// TLS; `nil` for none.
  package var security: MQTTSecurity?

  /// Size limit of the waiting events, bytes.
  package var queueSize = 10_000_000

  /// Folder of the waiting events; `nil` for one in systemd's `$STATE_DIRECTORY`.
  package var queueFolder: String?

  /// Prefix of Home Assistant's discovery; `nil` for none.
  package var homeAssistant: String?

  /// Keep-alive, s.
  package var keepAlive = 10

  /// Creates a configuration with the defaults.
  package init(servers: [MQTTServer], robot: String) {
    (self.servers, self.robot) = (servers, robot)
  }

  /// Topics begin with it: the prefix and the robot's name.
  var root: String { "\(prefix)/\(robot)" }

  /// How a session reaches the brokers.
  var settings: MQTTSettings {
    var settings = MQTTSettings(servers: servers, clientIdentifier: "headingd-\(robot)")
    (settings.version, settings.user, settings.passwordFile) = (version, user, passwordFile)
    (settings.security, settings.keepAlive) = (security, keepAlive)
    settings.will = MQTTPublisher.availability("offline", self)
    settings.largestPacket = 65_536
    return settings
  }
}

extension MQTTConfiguration {
  /// Reads an entry; `nil` without a broker or a name, which is reported as a problem.
  package init?(_ section: ConfigurationSection) {
    let servers = section.texts("server") {
      MQTTServer($0) == nil ? "'\($0)' is not HOST, HOST:PORT or [ADDRESS]:PORT" : nil
    }?.compactMap { MQTTServer($0) }
    let robot = section.text("robot") { Self.isName($0) ? nil : Self.nameProblem($0) }
    let prefix = section.text("prefix") { text in
      let levels = text.split(separator: "/", omittingEmptySubsequences: false)
      return text.utf8.count <= 200 && levels.allSatisfy { Self.isName(String($0)) }
        ? nil : "'\(text)' is not levels of letters, digits, '_', '.' and '-' with '/' between them"
    }
    let version = section.choice("version", of: MQTTVersion.allCases.map(\.rawValue))
    let format = section.choice("format", of: Format.allCases.map(\.rawValue))
    let rate = section.number("rate", 0.01...50, "Hz")
    let change = section.number("change", 0...180, "°")
    let interval = section.number("interval", 0.1...3600, "s")
    let quality = section.integer("quality", 0...1)
    let user = section.text("user")
    let passwordFile = section.text("password_file", Self.absolute)
    let security = Self.security(section)
    let queue = section.integer("queue", 1...1000)
    let queueFolder = section.text("queue_folder", Self.absolute)
    let homeAssistant = Self.homeAssistant(section)
    let keepAlive = section.integer("keep_alive", 5...600)
    guard let servers, !servers.isEmpty else {
      if !section.has("server") {
        section.problem(nil, "has no broker; write `server: [127.0.0.1]`")
      } else if servers?.isEmpty == true {
        section.problem("server", "has no broker; write `server: [127.0.0.1]`")
      }
      return nil
    }
    guard let robot = robot ?? Self.hostName, Self.isName(robot) else {
      if !section.has("robot") {
        section.problem(
          nil, "has no robot's name, and this machine's does not serve; write `robot: NAME`")
      }
      return nil
    }
    self.init(servers: servers, robot: robot)
    if let prefix { self.prefix = prefix }
    if let version = version.flatMap(MQTTVersion.init) { self.version = version }
    if let format = format.flatMap(Format.init) { self.format = format }
    if let rate { self.rate = rate }
    if let change { self.change = change }
    if let interval { self.interval = interval }
    if let quality { self.quality = quality }
    (self.user, self.passwordFile, self.security) = (user, passwordFile, security)
    if let queue { queueSize = queue * 1_000_000 }
    (self.queueFolder, self.homeAssistant) = (queueFolder, homeAssistant)
    if let keepAlive { self.keepAlive = keepAlive }
    if self.interval < 1 / self.rate {
      section.problem("interval", "is shorter than 1 / rate")
    }
    if passwordFile != nil, user == nil {
      section.problem("password_file", "is of no use without user")
    }
    if user != nil, passwordFile == nil {
      section.problem("user", "has no password; write `password_file: FILE`")
    }
    if homeAssistant != nil, self.format == .cbor {
      section.problem("home_assistant", "reads JSON only; write `format: json`")
    }
  }

  /// Whether a text can be a level of a topic and part of a client identifier.
  private static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  private static func nameProblem(_ text: String) -> String {
    "'\(text)' is not 1 to 64 letters, digits, '_', '.' and '-'"
  }

  private static func absolute(_ path: String) -> String? {
    path.hasPrefix("/") ? nil : "'\(path)' is not an absolute path"
  }

  /// The machine's name without its domain.
  private static var hostName: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return nil }
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
  }

  private static func security(_ section: ConfigurationSection) -> MQTTSecurity? {
    guard section.isSection("tls") else {
      return section.flag("tls") == true ? MQTTSecurity() : nil
    }
    return section.section("tls") { files in
      var security = MQTTSecurity()
      security.certificateAuthority = files.text("ca", absolute)
      security.certificate = files.text("certificate", absolute)
      security.key = files.text("key", absolute)
      if (security.certificate == nil) != (security.key == nil) {
        files.problem(nil, "needs both certificate and key, or neither")
      }
      return security
    }
  }

  private static func homeAssistant(_ section: ConfigurationSection) -> String? {
    guard let text = section.text("home_assistant") else { return nil }
    switch text.lowercased() {
    case "true", "yes", "on": return "homeassistant"
    case "false", "no", "off": return nil
    default:
      guard
        text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({
          isName(String($0))
        })
      else {
        section.problem("home_assistant", "'\(text)' is neither true, false nor a prefix of topics")
        return nil
      }
      return text
    }
  }
}
