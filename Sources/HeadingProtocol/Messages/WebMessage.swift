/// The answer to the command `web`: where the daemon's web page is.
public struct WebMessage: Sendable, Hashable, Codable {
  /// `web`.
  public var kind: String

  /// The address of the page; its fragment holds the token, with which the page may give commands.
  public var address: String

  /// The same for a phone: its fragment holds a code, which gives the token once, within five minutes; `nil` if it
  /// was not asked for, and for a page of this machine only.
  public var phone: String?

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case address, phone
  }

  /// Creates the message of an address, and of one for a phone.
  public init(_ address: String, phone: String? = nil) {
    kind = LineClass.web.rawValue
    self.address = address
    self.phone = phone
  }
}
