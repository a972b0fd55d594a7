import Glibc
import NIOCore

/// Names of this machine that HTTP requests may use in `Host`.
///
/// Protects against DNS rebinding: a foreign web page can resolve its own name to this machine and
/// read the response, but such a request carries that name in `Host`.
struct HostNames: Sendable, Hashable {
  private let names: Set<String>
  private let certificate: CertificateNames

  /// Collects the machine's names, the listening address and the names of a certificate.
  init(address: String, certificate: CertificateNames = CertificateNames()) {
    self.init(machine: Self.machine, address: address, certificate: certificate)
  }

  private static var machine: String {
    var buffer = [CChar](repeating: 0, count: 256)
    _ = unsafe gethostname(&buffer, buffer.count - 1)
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The machine's name without its domain.
  static var short: String { String(machine.prefix { $0 != "." }) }

  /// Creates the names of a machine with the given host name.
  init(
    machine: String, address: String, certificate: CertificateNames = CertificateNames()
  ) {
    self.certificate = certificate
    let short = machine.prefix { $0 != "." }
    names = Set(
      ["localhost", machine, String(short), short + ".local", address].map { $0.lowercased() })
  }

  /// Whether a `Host` header names this machine, by a numeric address or one of its names.
  ///
  /// Any address will do: a page of another site has its own name in `Host`.
  func contains(_ host: String) -> Bool {
    let isBracketed = host.hasPrefix("[")
    var name = Substring(host)
    if let end = name.lastIndex(of: isBracketed ? "]" : ":") {
      let rest = name[end...].drop { $0 == "]" }
      guard rest.isEmpty || rest.first == ":", rest.dropFirst().allSatisfy(\.isNumber) else {
        return false
      }
      name = name[..<end].dropFirst(isBracketed ? 1 : 0)
    }
    if (try? SocketAddress(ipAddress: String(name), port: 0)) != nil { return true }
    return names.contains(name.lowercased()) || certificate.contains(name: name.lowercased())
  }
}
