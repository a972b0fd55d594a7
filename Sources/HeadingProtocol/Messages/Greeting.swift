/// The first line of every connection: protocol version and capabilities of the server.
public struct Greeting: Sendable, Hashable, Codable {
  /// The protocol version of this implementation.
  ///
  /// It is incremented when a client of the old version would misinterpret the new one. New keys,
  /// classes and capabilities do not increment it: clients ignore unknown ones.
  public static let currentVersion = 1

  /// `greeting`.
  public var kind: String
  /// Version of the protocol.
  public var version: Int
  /// The server's name and version, for logs.
  public var server: String
  /// Names of the server's capabilities, see ``Capability``.
  public var capabilities: [String]

  /// What the client has to send first: `token` for ``Authentication``; `nil` if nothing.
  ///
  /// Such a greeting is followed by nothing until the token is accepted, then by a greeting without.
  public var authentication: String?

  /// The value of ``authentication`` that asks for a token.
  public static let token = "token"

  /// Creates the greeting of a server.
  public init(server: String, capabilities: [Capability] = Capability.allCases) {
    kind = LineClass.greeting.rawValue
    version = Self.currentVersion
    self.server = server
    self.capabilities = capabilities.map(\.rawValue)
  }

  /// Whether the server has a capability.
  public func has(_ capability: Capability) -> Bool {
    capabilities.contains(capability.rawValue)
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case version = "protocol"
    case server, capabilities, authentication
  }
}
