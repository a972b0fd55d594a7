/// Versions of the protocol.
package enum MQTTVersion: String, Sendable, Hashable, CaseIterable {
  /// 5 first, 3.1.1 with a broker that refuses it.
  case automatic = "auto"
  /// MQTT 5.
  case five = "5"
  /// MQTT 3.1.1.
  case three = "3.1.1"
}

/// Files for TLS.
package struct MQTTSecurity: Sendable, Hashable {
  /// Certificates (PEM) of which one signs the broker's; `nil` for those that the system trusts.
  package var certificateAuthority: String?

  /// The client's own certificate (PEM), with its chain.
  package var certificate: String?

  /// The key of the client's certificate (PEM), not encrypted.
  package var key: String?

  /// Creates the settings of a connection that trusts the system's authorities.
  package init() {}
}

/// A message.
package struct MQTTMessage: Sendable, Hashable {
  /// The topic.
  package var topic: String

  /// The content.
  package var payload: [UInt8]

  /// Quality of service: 0, 1 or 2.
  package var quality = 0

  /// Whether the broker keeps it for those who subscribe later.
  package var isRetained = false

  /// Seconds after which the broker forgets it; MQTT 5 only.
  package var expiry: UInt32?

  /// Creates a message.
  package init(
    topic: String, payload: [UInt8], quality: Int = 0, isRetained: Bool = false,
    expiry: UInt32? = nil
  ) {
    (self.topic, self.payload, self.quality) = (topic, payload, quality)
    (self.isRetained, self.expiry) = (isRetained, expiry)
  }
}

/// How a session reaches its broker.
package struct MQTTSettings: Sendable, Hashable {
  /// The brokers, which are tried in turn.
  package var servers: [MQTTServer]

  /// The client identifier; a broker lets only one client have it.
  package var clientIdentifier: String

  /// The version of the protocol.
  package var version = MQTTVersion.automatic

  /// The user; `nil` for none.
  package var user: String?

  /// File of the password, which is read at each connection.
  package var passwordFile: String?

  /// TLS; `nil` for none.
  package var security: MQTTSecurity?

  /// Keep-alive, s, at least 5; a broker that says nothing for three seconds more is left.
  package var keepAlive = 10

  /// How long nothing is said before the broker is asked whether it is there, s; the broker gives up a
  /// client that is silent for one and a half of it.
  var pingInterval: Int { max(5, keepAlive * 3 / 4) }

  /// How long a broker may say nothing, s.
  var longestSilence: Double { Double(keepAlive + 3) }

  /// What the broker publishes when the connection is lost.
  package var will: MQTTMessage?

  /// Largest packet that is taken from a broker, bytes.
  package var largestPacket = 262_144

  /// Creates settings with the defaults.
  package init(servers: [MQTTServer], clientIdentifier: String) {
    (self.servers, self.clientIdentifier) = (servers, clientIdentifier)
  }
}
