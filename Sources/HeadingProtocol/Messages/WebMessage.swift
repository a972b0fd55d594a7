/// The answer to the command `web`: where the daemon's web page is.
public struct WebMessage: Sendable, Hashable, Codable {
  /// `web`.
  public var kind: String

  /// The address of the page; its fragment holds the token, with which the page may give commands.
  public var address: String

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case address
  }

  /// Creates the message of an address.
  public init(_ address: String) {
    kind = LineClass.web.rawValue
    self.address = address
  }
}
