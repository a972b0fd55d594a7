import Glibc
import NIOCore

/// Asks the kernel who owns a TCP socket of this machine.
///
/// A request of `NETLINK_SOCK_DIAG` (linux/inet_diag.h) for one connection costs the same however
/// many sockets there are, and needs no rights; `ss` uses it too.
enum SocketOwner {
  /// `NETLINK_SOCK_DIAG` of linux/netlink.h.
  private static let diagnosis: CInt = 4
  /// `SOCK_DIAG_BY_FAMILY` of linux/sock_diag.h.
  private static let byFamily: UInt16 = 20
  /// `NLM_F_REQUEST` of linux/netlink.h.
  private static let isRequest: UInt16 = 1
  /// `TCP_ESTABLISHED` of linux/tcp_states.h.
  private static let established: UInt8 = 1

  // Offsets in the reply: an `nlmsghdr` of 16 bytes, and an `inet_diag_msg`.
  private static let typeOffset = 4
  private static let stateOffset = 17
  private static let userOffset = 80
  private static let inodeOffset = 84

  /// The user who owns the client's end of an established connection over IPv4; `nil` if there is
  /// none.
  ///
  /// An end that its program has closed has no inode, and its owner is not known.
  static func user(of client: SocketAddress, connectedTo server: SocketAddress) -> UInt32? {
    guard case .v4(let local) = client, case .v4(let remote) = server else { return nil }
    let file = socket(
      AF_NETLINK, Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue), diagnosis)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let request = request(local.address, remote.address)
    guard unsafe send(file, request, request.count, 0) == request.count else { return nil }
    // The kernel answers within the call of `send`.
    var reply = [UInt8](repeating: 0, count: 256)
    let count = unsafe recv(file, &reply, reply.count, Int32(MSG_DONTWAIT))
    guard count >= inodeOffset + 4 else { return nil }
    func field<Field: FixedWidthInteger>(_ offset: Int, as type: Field.Type) -> Field {
      unsafe reply.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: type) }
    }
    guard field(typeOffset, as: UInt16.self) == byFamily, reply[stateOffset] == established,
      field(inodeOffset, as: UInt32.self) != 0
    else { return nil }
    return field(userOffset, as: UInt32.self)
  }

  /// An `nlmsghdr` and an `inet_diag_req_v2` that names the connection.
  private static func request(_ local: sockaddr_in, _ remote: sockaddr_in) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ value: some FixedWidthInteger) {
      unsafe withUnsafeBytes(of: value) { unsafe bytes.append(contentsOf: $0) }
    }
    // Length; type, flags; sequence, sender.
    add(72 as UInt32)
    add(byFamily)
    add(isRequest)
    add(0 as UInt64)
    // Family, protocol, extensions, padding; every state.
    for byte in [UInt8(AF_INET), UInt8(IPPROTO_TCP), 0, 0] { add(byte) }
    add(UInt32.max)
    // Ports and addresses are in the network's order in both structures.
    add(local.sin_port)
    add(remote.sin_port)
    for address in [local.sin_addr.s_addr, remote.sin_addr.s_addr] {
      add(address)
      for _ in 0..<3 { add(0 as UInt32) }
    }
    // Interface; no cookie.
    add(0 as UInt32)
    add(UInt64.max)
    return bytes
  }
}
