import Glibc
package import NIOCore
import Synchronization

/// Decides by the user of a client on this machine whether it is served.
///
/// TCP has no credentials of the peer, so that the owner of its socket is looked up in the kernel's
/// table.
package final class PeerAccess: Sendable {
  private struct Refusals {
    var count = 0
    var nextReport: Int64 = 0
  }

  /// Time between two reports, ns.
  private static let reportInterval: Int64 = 60_000_000_000

  private let users: Set<UInt32>
  private let table: @Sendable () -> String
  private let report: @Sendable (BridgeNotice) -> Void
  private let refusals = Mutex(Refusals())

  /// Admits root, this program's own user and some others.
  ///
  /// - Parameters:
  ///   - users: The others' ids.
  ///   - table: Text of the kernel's table.
  ///   - report: Receives a notice about refused clients, at most one a minute.
  package init(
    users: Set<UInt32>, table: @escaping @Sendable () -> String = PeerAccess.kernelTable,
    report: @escaping @Sendable (BridgeNotice) -> Void
  ) {
    self.users = users.union([0, geteuid()])
    self.table = table
    self.report = report
  }

  /// The kernel's table at present, read to its end: the kernel gives it in pieces of a page.
  package static let kernelTable: @Sendable () -> String = {
    let file = unsafe open("/proc/self/net/tcp", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var text: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(file, &piece, piece.count)
      guard count > 0 else { break }
      text += piece.prefix(count)
    }
    return String(decoding: text, as: UTF8.self)
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
    let owner = client.flatMap { client in
      server.flatMap { SocketTable(text: table()).owner(of: client, connectedTo: $0) }
    }
    if let owner, users.contains(owner) { return true }
    let now = BridgeClock().now
    let count: Int? = refusals.withLock { refusals in
      refusals.count += 1
      guard now >= refusals.nextReport else { return nil }
      refusals.nextReport = now + Self.reportInterval
      return refusals.count
    }
    if let count {
      let who = owner.map { "user \($0)" } ?? "an unknown user"
      report(
        BridgeNotice(
          isError: true,
          text: "a client of \(who) is refused, \(count) in all; --allow-user admits a user"))
    }
    return false
  }
}
