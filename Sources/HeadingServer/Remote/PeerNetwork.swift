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
    return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
  }
}
