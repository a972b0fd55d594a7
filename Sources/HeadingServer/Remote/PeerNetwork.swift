import Glibc

/// What counts as one address of other machines.
enum PeerNetwork {
  /// An address of IPv4, or a network of 64 bits of IPv6, which one host may have as a whole.
  ///
  /// - Parameter address: The address in numbers.
  /// - Returns: The address, or the first half of it.
  static func of(_ address: String) -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    guard unsafe inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
    // An address of IPv4 on a socket of IPv6 (RFC 4291, 2.5.5.2).
    if bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] {
      return bytes.suffix(4).map { String($0) }.joined(separator: ".")
    }
    return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
  }

  /// Which connection another one displaces: the oldest of the network that has most, so that one host displaces
  /// its own.
  ///
  /// - Parameter networks: The networks of all connections, the oldest first.
  /// - Returns: The index of the displaced one; 0 of none.
  static func displaced(_ networks: [String]) -> Int {
    let counts = networks.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let most = counts.values.max()
    return networks.firstIndex { counts[$0] == most } ?? 0
  }
}
