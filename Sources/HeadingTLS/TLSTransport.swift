package import HeadingClient
import HeadingSystem
package import NIOCore
import NIOSSL

/// TLS 1.3, 1.2 at least, by BoringSSL.
package struct TLSTransport: SecureTransport {
  private let context: NIOSSLContext

  /// Reads the certificates and the key of a connection.
  package init(_ security: ConnectionSecurity) throws(HeadingClientError) {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    configuration.shutdownTimeout = .seconds(1)
    if let path = security.certificateAuthority {
      configuration.trustRoots = .certificates(try Self.certificates(path))
    }
    if let path = security.certificate {
      configuration.certificateChain = try Self.certificates(path).map { .certificate($0) }
      let keyPath = security.key ?? path
      let content = try CredentialContent.of(keyPath)
      guard let key = try? NIOSSLPrivateKey(bytes: content, format: .pem) else {
        throw .unusableFile(
          keyPath, reason: "it holds no private key in PEM, or one with a passphrase")
      }
      configuration.privateKey = .privateKey(key)
    }
    do {
      context = try NIOSSLContext(configuration: configuration)
    } catch {
      throw .unusableFile(
        security.key ?? security.certificateAuthority ?? "TLS",
        reason: "it is not the key of the certificate")
    }
  }

  package func connect(
    to address: ServerAddress,
    _ makeSession: @escaping @Sendable (any ClientChannel) -> ClientSession
  ) -> any ClientChannel {
    guard case .host(let host, let port) = address else {
      let channel = TLSChannel(StreamConnection(to: .path("")))
      makeSession(channel).failed(.failed(address, reason: "it is not a host"))
      return channel
    }
    let channel = TLSChannel(StreamConnection(to: .host(host, port: port)))
    channel.connection.start { [context] in
      TLSHandler(makeSession(channel), channel, address) {
        try NIOSSLClientHandler(context: context, serverHostname: Self.serverName(host))
      }
    }
    return channel
  }

  /// Creates the handler next to a socket of NIO.
  ///
  /// - Parameter serverName: The name that the server's certificate must have; `nil` for the address.
  /// - Returns: The handler.
  /// - Throws: An error if the name cannot be one of a server.
  package func handler(serverName: String?) throws -> any ChannelHandler {
    try NIOSSLClientHandler(context: context, serverHostname: serverName)
  }

  /// The name that the server's certificate must have; `nil` for an address, which it must have then.
  private static func serverName(_ host: String) -> String? {
    (try? SocketAddress(ipAddress: host, port: 0)) == nil && !host.contains("%") ? host : nil
  }

  private static func certificates(
    _ path: String
  ) throws(HeadingClientError) -> [NIOSSLCertificate] {
    let content = try CredentialContent.of(path)
    guard let certificates = try? NIOSSLCertificate.fromPEMBytes(content), !certificates.isEmpty
    else { throw .unusableFile(path, reason: "it holds no certificate in PEM") }
    return certificates
  }
}
