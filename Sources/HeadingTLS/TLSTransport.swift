package import HeadingClient
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

  package func handler(serverName: String?) throws -> any ChannelHandler {
    try NIOSSLClientHandler(context: context, serverHostname: serverName)
  }

  package static func meaning(
    of error: any Error, in pipeline: ChannelPipeline, at address: ServerAddress
  ) -> HeadingClientError? {
    let certificate = try? pipeline.syncOperations.nioSSL_peerCertificate()
    return HeadingClientError(tls: error, certificate: certificate, at: address)
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
