/// Connections of other machines that are not admitted yet; confined to the server's event loop.
///
/// Beyond the limit of all, a new connection displaces the oldest of the address that has most; beyond
/// the limit of its own address it is refused. So a few hosts cannot displace the others.
final class PendingPeers {
  /// Largest number of pending connections; small values reject clients that connect at the same time, large
  /// ones let strangers occupy descriptors, about 50 kB each, and the loop of remote clients; default 64.
  let maximum: Int

  /// Largest number of one address; default 16.
  let maximumPerAddress: Int

  private struct Peer {
    var id: ObjectIdentifier
    var address: String
    var abort: () -> Void
  }

  private var peers: [Peer] = []

  init(maximum: Int, perAddress: Int) {
    self.maximum = maximum
    maximumPerAddress = perAddress
  }

  /// Counts a connection.
  ///
  /// - Parameters:
  ///   - id: The connection.
  ///   - address: The address of the peer, see ``PeerNetwork``.
  ///   - abort: Closes the connection at once.
  /// - Returns: False if its address has too many.
  func admit(_ id: ObjectIdentifier, from address: String, abort: @escaping () -> Void) -> Bool {
    guard peers.count(where: { $0.address == address }) < maximumPerAddress else { return false }
    peers.append(Peer(id: id, address: address, abort: abort))
    if peers.count > maximum {
      peers.remove(at: PeerNetwork.displaced(peers.map(\.address))).abort()
    }
    return true
  }

  /// Removes a connection that was admitted or has ended.
  func remove(_ id: ObjectIdentifier) { peers.removeAll { $0.id == id } }
}
