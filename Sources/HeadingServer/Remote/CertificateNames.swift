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

  /// The address by which a client can verify the certificate: the given one if it is for that, else a name.
  ///
  /// The given one without any name, whose client has to trust it some other way.
  func reachable(_ address: String) -> String {
    addresses.contains(address) ? address : names.first { !$0.hasPrefix("*") } ?? address
  }
}
