import Glibc

/// Who may see and do what, decided by what the kernel says of a peer.
///
/// User and group are enforced: a peer gets the highest level whose list names it. By default that is
/// control for the daemon's own user and root, and everything for the group `headingd`; nobody else
/// may connect.
package struct AccessPolicy: Sendable, Hashable {
  /// A peer in a list.
  package enum Peer: Sendable, Hashable {
    /// A user, by name or number.
    case user(String)
    /// Members of a group, by name or number.
    case group(String)
    /// Whoever can open the socket.
    case everyone

    /// Reads `user:NAME`, `group:NAME` or `everyone`.
    package init?(_ text: String) {
      if text == "everyone" {
        self = .everyone
      } else if text.hasPrefix("user:") {
        self = .user(String(text.dropFirst(5)))
      } else if text.hasPrefix("group:") {
        self = .group(String(text.dropFirst(6)))
      } else {
        return nil
      }
    }
  }

  /// Who has which level.
  package var peers: [AccessLevel: [Peer]] = [:]

  /// The level of a peer over TCP, of whom nothing is known; more than the heading is granted by name only.
  package var tcp = AccessLevel.heading

  /// The usual policy.
  ///
  /// - Parameter group: The group that may see everything, the same that may open the socket.
  package init(group: String = "headingd") {
    peers = [.control: [.user("0"), .user("\(getuid())")], .full: [.group(group)]]
  }

  /// The level of a peer.
  ///
  /// - Parameters:
  ///   - credentials: What the kernel says of it.
  ///   - book: Whom names mean, and who belongs to which group; `nil` asks nobody.
  /// - Returns: The level; `nil` if somebody has to be asked.
  package func level(of credentials: PeerCredentials, book: AccountDirectory?) -> AccessLevel? {
    // Looked up once a peer, and only when a list names a group.
    var memberships: [UInt32]?
    for level in AccessLevel.allCases.reversed() {
      for peer in peers[level] ?? [] {
        switch peer {
        case .everyone: return level
        case .user(let name):
          if let number = UInt32(name) {
            if number == credentials.user { return level }
          } else {
            guard let book else { return nil }
            if book.user(name) == credentials.user { return level }
          }
        case .group(let name):
          if UInt32(name) == credentials.group { return level }
          guard let book else { return nil }
          guard let group = UInt32(name) ?? book.group(name) else { continue }
          if group == credentials.group { return level }
          let groups = memberships ?? book.groups(credentials.user)
          memberships = groups
          if groups.contains(group) { return level }
        }
      }
    }
    return AccessLevel.none
  }
}
