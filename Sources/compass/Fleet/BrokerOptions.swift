import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingOutputs

/// How to reach a broker of MQTT.
struct BrokerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The broker; port 1883, with TLS 8883. Repeated: nodes of a cluster, which are tried in turn.",
      valueName: "host[:port]"))
  var server: [String] = ["localhost"]

  @Option(help: "The first levels of the robots' topics.")
  var prefix = "headingd"

  @Option(help: "The user.")
  var user: String?

  @Option(help: ArgumentHelp("The file with the user's password.", valueName: "file"))
  var passwordFile: String?

  @Flag(help: "Connect by TLS; the files below do so as well.")
  var tls = false

  @Option(
    help: ArgumentHelp(
      "For TLS: the authority of the broker's certificate (PEM); otherwise the system's.",
      valueName: "file"))
  var ca: String?

  @Option(help: ArgumentHelp("For TLS: this client's certificate (PEM).", valueName: "file"))
  var certificate: String?

  @Option(help: ArgumentHelp("For TLS: the private key of --certificate (PEM).", valueName: "file"))
  var key: String?

  mutating func validate() throws {
    for text in server where MQTTServer(text) == nil {
      throw ValidationError("--server '\(text)' is not HOST[:PORT].")
    }
    let levels = prefix.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = prefix.unicodeScalars.allSatisfy {
      $0.value > 32 && !"+#$\u{7F}".unicodeScalars.contains($0)
    }
    guard !levels.contains(""), isPlain, prefix.utf8.count <= 1000 else {
      throw ValidationError(
        "--prefix '\(prefix)' is not levels of a topic, such as headingd or fleet/boats.")
    }
    if passwordFile != nil, user == nil {
      throw ValidationError("--password-file is for --user: give both.")
    }
    if (certificate == nil) != (key == nil) {
      throw ValidationError("--certificate and --key belong together: give both.")
    }
  }

  /// The brokers, for people.
  var name: String { server.joined(separator: ", ") }

  /// The settings of a session.
  var settings: MQTTSettings {
    var settings = MQTTSettings(
      servers: server.compactMap { MQTTServer($0) },
      clientIdentifier: "compass-fleet-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))")
    (settings.user, settings.passwordFile) = (user, passwordFile)
    if tls || ca != nil || certificate != nil {
      var security = MQTTSecurity()
      security.certificateAuthority = ca
      (security.certificate, security.key) = (certificate, key)
      settings.security = security
    }
    // A robot cannot keep the others from being shown by one large message.
    settings.largestPacket = 16 << 20
    return settings
  }
}
