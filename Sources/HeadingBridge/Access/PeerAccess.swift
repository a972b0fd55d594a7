import Glibc
package import NIOCore
import Synchronization

/// Decides by the user of a client on this machine whether it is served.
///
/// TCP has no credentials of the peer, so that the kernel is asked for the owner of its socket.
package final class PeerAccess: Sendable {
  private struct Refusals {
    var count = 0
    var nextReport: Int64 = 0
  }

  /// Time between two reports, ns.
  private static let reportInterval: Int64 = 60_000_000_000

  /// Finds the user who owns the client's end of a connection.
  package typealias Lookup =
    @Sendable (_ client: SocketAddress, _ server: SocketAddress) -> UInt32?

  private let users: Set<UInt32>
  private let lookup: Lookup
  private let report: @Sendable (BridgeNotice) -> Void
  private let refusals = Mutex(Refusals())

  /// Admits root, this program's own user and some others.
  ///
  /// - Parameters:
  ///   - users: The others' ids.
  ///   - owner: Finds the owner of a socket; by default it asks the kernel.
  ///   - report: Receives a notice about refused clients, at most one a minute.
  package init(
    users: Set<UInt32>, owner: Lookup? = nil,
    report: @escaping @Sendable (BridgeNotice) -> Void
  ) {
    self.users = users.union([0, geteuid()])
    lookup = owner ?? { SocketOwner.user(of: $0, connectedTo: $1) }
    self.report = report
  }

  /// The id of a user; `nil` if there is none of this name.
  package static func user(named name: String) -> UInt32? {
    var entry = unsafe passwd()
    var result: UnsafeMutablePointer<passwd>? = nil
    var buffer = [CChar](repeating: 0, count: 16_384)
    guard unsafe getpwnam_r(name, &entry, &buffer, buffer.count, &result) == 0,
      unsafe result != nil
    else { return nil }
    return unsafe entry.pw_uid
  }

  /// Number of refused clients.
  package var refused: Int { refusals.withLock { $0.count } }

  /// Whether a client is served.
  package func admits(_ client: SocketAddress?, _ server: SocketAddress?) -> Bool {
    let owner = client.flatMap { client in server.flatMap { lookup(client, $0) } }
    if let owner, users.contains(owner) { return true }
    let now = BridgeClock().now
    let count: Int? = refusals.withLock { refusals in
      refusals.count += 1
      guard now >= refusals.nextReport else { return nil }
      refusals.nextReport = now + Self.reportInterval
      return refusals.count
    }
    if let count {
      let who =
        owner.map { "user \($0)" }
        ?? "an unknown user (of another network namespace, or the kernel lacks INET_DIAG)"
      report(
        BridgeNotice(
          isError: true,
          text: "a client of \(who) is refused, \(count) in all; --allow-user admits a user"))
    }
    return false
  }
}
