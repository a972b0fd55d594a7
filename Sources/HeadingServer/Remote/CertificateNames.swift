import NIOCore
import NIOSSL

/// For whom a certificate is: its alternative names (RFC 5280, 4.2.1.6).
struct CertificateNames: Sendable, Hashable {
  /// Names in lower case; `*.` may stand for the first label.
  private(set) var names: [String]

  /// Addresses, in numbers.
  private(set) var addresses: [String]

  /// For these.
  init(names: [String] = [], addresses: [String] = []) {
    (self.names, self.addresses) = (names, addresses)
  }

  init(of certificate: NIOSSLCertificate) {
    self.init()
    for name in certificate._subjectAlternativeNames() {
      let bytes = unsafe name.contents.withUnsafeBufferPointer {
        unsafe ByteBuffer(bytes: $0)
      }
      switch name.nameType {
      case .dnsName: names.append(String(buffer: bytes).lowercased())
      case .ipAddress:
        let address = try? SocketAddress(packedIPAddress: bytes, port: 0)
        if let text = address?.ipAddress { addresses.append(text) }
      default: break
      }
    }
  }

  /// Whether the certificate is for a name.
  func contains(name: String) -> Bool {
    names.contains(name)
      || names.contains("*" + name.drop { $0 != "." }) && name.contains(".")
  }

  /// The address by which a client can verify the certificate: the given one if it is for that, else one that it has.
  ///
  /// - Parameters:
  ///   - address: An address of this machine.
  ///   - host: This machine's name without its domain, for a certificate of all names of one.
  /// - Returns: The given address for a certificate that is for nobody.
  func reachable(_ address: String, host: String) -> String {
    if addresses.contains(address) { return address }
    let wild = names.first.map { host.lowercased() + $0.dropFirst() }
    return names.first { !$0.hasPrefix("*") } ?? addresses.first ?? wild ?? address
  }
}
