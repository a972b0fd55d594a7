import Glibc
import NIOCore
import NIOSSL

/// What the files of a ``ConnectionSecurity`` contain.
struct ClientCredentials: Sendable {
  /// Largest size of a file, bytes.
  private static let largest = 1 << 20

  /// The context of TLS; `nil` without encryption.
  let tls: NIOSSLContext?

  /// The daemon's token; `nil` for none, and never without encryption.
  let token: String?

  /// Reads the files for a connection.
  ///
  /// - Throws: ``HeadingClientError/unusableFile(_:reason:)``.
  init(
    _ security: ConnectionSecurity, for address: ServerAddress
  ) throws(HeadingClientError) {
    guard security.encrypts(address) else {
      (tls, token) = (nil, nil)
      return
    }
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    configuration.shutdownTimeout = .seconds(1)
    if let path = security.certificateAuthority {
      configuration.trustRoots = .certificates(try Self.certificates(path))
    }
    if let path = security.certificate {
      configuration.certificateChain = try Self.certificates(path).map { .certificate($0) }
      let keyPath = security.key ?? path
      guard let key = try? NIOSSLPrivateKey(bytes: try Self.content(keyPath), format: .pem) else {
        throw .unusableFile(
          keyPath, reason: "it holds no private key in PEM, or one with a passphrase")
      }
      configuration.privateKey = .privateKey(key)
    }
    if let path = security.tokenFile {
      var bytes = try Self.content(path)[...]
      while let last = bytes.last, [0x0A, 0x0D, 0x20].contains(last) { bytes.removeLast() }
      guard (1...256).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw .unusableFile(
          path, reason: "it holds no token, which is one line of printable characters")
      }
      token = String(decoding: bytes, as: UTF8.self)
    } else {
      token = nil
    }
    do {
      tls = try NIOSSLContext(configuration: configuration)
    } catch {
      throw .unusableFile(
        security.key ?? security.certificateAuthority ?? "TLS",
        reason: "it is not the key of the certificate")
    }
  }

  private static func certificates(
    _ path: String
  ) throws(HeadingClientError) -> [NIOSSLCertificate] {
    let content = try content(path)
    guard let certificates = try? NIOSSLCertificate.fromPEMBytes(content), !certificates.isEmpty
    else { throw .unusableFile(path, reason: "it holds no certificate in PEM") }
    return certificates
  }

  private static func content(_ path: String) throws(HeadingClientError) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .unusableFile(path, reason: reason) }
    defer { close(file) }
    var content: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 14)
    while content.count <= largest {
      let count = unsafe read(file, &part, part.count)
      guard count >= 0 else { throw .unusableFile(path, reason: reason) }
      if count == 0 { return content }
      content += part[..<count]
    }
    throw .unusableFile(path, reason: "it is larger than 1 MB")
  }

  private static var reason: String { unsafe String(cString: strerror(errno)) }
}
