import Glibc
import NIOCore

/// The names under which a request over HTTP may ask for this machine.
///
/// A web page of somebody else's can have its own name lead here (DNS rebinding), and a browser then lets it
/// read the answer. Such a request names that host.
struct HostNames: Sendable, Hashable {
  private let names: Set<String>

  /// The machine's names, and the address that is listened on.
  init(address: String) {
    var buffer = [CChar](repeating: 0, count: 256)
    _ = unsafe gethostname(&buffer, buffer.count - 1)
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    self.init(machine: String(decoding: bytes, as: UTF8.self), address: address)
  }

  /// Those of a machine with a name.
  init(machine: String, address: String) {
    let short = machine.prefix { $0 != "." }
    names = Set(
      ["localhost", machine, String(short), short + ".local", address].map { $0.lowercased() })
  }

  /// Whether a header `Host` names this machine: by an address in numbers, or one of its names.
  func contains(_ host: String) -> Bool {
    var name = Substring(host)
    if name.hasPrefix("[") {
      name = name.dropFirst().prefix { $0 != "]" }
    } else if let colon = name.lastIndex(of: ":") {
      name = name[..<colon]
    }
    if (try? SocketAddress(ipAddress: String(name), port: 0)) != nil { return true }
    return names.contains(name.lowercased())
  }
}
