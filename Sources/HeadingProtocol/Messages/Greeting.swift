/// The first line of every connection: which protocol the server speaks and what it can do.
public struct Greeting: Sendable, Hashable, Codable {
  /// The version of the protocol that this code speaks.
  ///
  /// It rises when a client written for the old one would misunderstand the new one. New keys,
  /// classes and capabilities do not raise it: clients pass over what they do not know.
  public static let currentVersion = 1

  /// `greeting`.
  public var kind: String
  /// Version of the protocol.
  public var version: Int
  /// The server's name and version, for logs.
  public var server: String
  /// What can be asked for, see ``Capability``.
  public var capabilities: [String]

  /// Makes the greeting of a server.
  public init(server: String, capabilities: [Capability] = Capability.allCases) {
    kind = LineClass.greeting.rawValue
    version = Self.currentVersion
    self.server = server
    self.capabilities = capabilities.map(\.rawValue)
  }

  /// Whether the server can do something.
  public func has(_ capability: Capability) -> Bool {
    capabilities.contains(capability.rawValue)
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case version = "protocol"
    case server, capabilities
  }
}
