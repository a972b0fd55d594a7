import Glibc

/// Access policy based on the peer credentials that the kernel reports.
///
/// A peer gets the highest level whose list contains its user or group. By default the daemon's own
/// user and root have control, and the group `headingd` has full access; all others are rejected.
package struct AccessPolicy: Sendable, Hashable {
  /// The end of a refusal: where the user reads how to allow it.
  package static let whereToRead =
    "see `access` in docs/service.md, for a client of another machine `access.remote` in docs/remote.md, and "
    + "for the web page the address that `compass web` prints"

  /// An entry of an access list.
  package enum Peer: Sendable, Hashable {
    /// A user, by name or number.
    case user(String)
    /// Members of a group, by name or number.
    case group(String)
    /// Every peer that can open the socket.
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

  /// The access list of each level.
  package var peers: [AccessLevel: [Peer]] = [:]

  /// The level of TCP peers, which have no credentials; more than the heading must be configured
  /// explicitly.
  package var tcp = AccessLevel.heading

  /// Creates the default policy.
  ///
  /// - Parameter group: The group with full access, which may also open the socket.
  package init(group: String = "headingd") {
    peers = [.control: [.user("0"), .user("\(getuid())")], .full: [.group(group)]]
  }

  /// Determines the level of a peer.
  ///
  /// - Parameters:
  ///   - credentials: The peer's credentials from the kernel.
  ///   - book: Resolves names and group memberships; `nil` makes no lookup.
  /// - Returns: The level; `nil` if it depends on a lookup and `book` is `nil`.
  package func level(of credentials: PeerCredentials, book: AccountDirectory?) -> AccessLevel? {
    // Looked up at most once per peer, and only when a list contains a group.
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
