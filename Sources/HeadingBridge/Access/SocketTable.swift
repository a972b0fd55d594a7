import NIOCore

/// The kernel's table of TCP sockets over IPv4, `/proc/net/tcp`.
struct SocketTable {
  /// The file's text.
  let text: String

  /// The user who owns the client's end of an established connection; `nil` if there is none.
  ///
  /// An end that its program has closed belongs to root in the table, so that only established ones
  /// with an inode count.
  func owner(of client: SocketAddress, connectedTo server: SocketAddress) -> UInt32? {
    guard let local = Self.key(client), let remote = Self.key(server) else { return nil }
    for line in text.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: " ")
      guard fields.count > 9, fields[1] == local, fields[2] == remote, fields[3] == "01",
        fields[9] != "0"
      else { continue }
      return UInt32(fields[7])
    }
    return nil
  }

  /// An address as the table has it: the network's bytes as an integer of the machine, and the port.
  private static func key(_ address: SocketAddress) -> String? {
    guard case .v4 = address, let port = address.port, let text = address.ipAddress else {
      return nil
    }
    var value: UInt32 = 0
    for part in text.split(separator: ".") {
      guard let byte = UInt8(part) else { return nil }
      value = value << 8 | UInt32(byte)
    }
    func digits(_ value: UInt32, _ count: Int) -> String {
      let text = String(value, radix: 16, uppercase: true)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return digits(value.bigEndian, 8) + ":" + digits(UInt32(clamping: port), 4)
  }
}
