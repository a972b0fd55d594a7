import Glibc
import HeadingStorage
import NIOCore
import NIOSSL

/// What the files of `listen.tcp`, or of `http`, contain: certificate, key, token and authority of the clients.
struct RemoteCredentials: Sendable {
  /// Reason why a file is unusable.
  struct Problem: Error, Hashable {
    /// The full key that names the file.
    var key: String
    /// What is wrong and what to do.
    var message: String
  }

  /// The context of TLS; `nil` for an unencrypted port.
  let tls: NIOSSLContext?

  /// The token that clients have to know; `nil` for none.
  let token: RemoteToken?

  /// For whom the certificate is.
  let names: CertificateNames

  /// Whether anything has to be proved before a client is admitted.
  var isGuarded: Bool { tls != nil }

  /// Reads the files that a section of the configuration names.
  ///
  /// - Throws: The first problem.
  init(
    _ protection: RemoteConfiguration.Protection, section: String = "listen.tcp"
  ) throws(Problem) {
    guard case .tls(let certificate, let key, let tokenFile, let clientAuthority) = protection
    else {
      (tls, token, names) = (nil, nil, CertificateNames())
      return
    }
    let chain = try Self.certificates(certificate, key: section + ".certificate")
    names = chain.first.map { CertificateNames(of: $0) } ?? CertificateNames()
    let secret = try Self.content(key, key: section + ".key")
    let privateKey: NIOSSLPrivateKey
    do {
      privateKey = try NIOSSLPrivateKey(bytes: secret, format: .pem)
    } catch {
      throw Problem(
        key: section + ".key",
        message: "\(key) holds no private key in PEM, or one with a passphrase, which nobody could "
          + "enter: write it as docs/remote.md shows")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
    configuration.minimumTLSVersion = .tlsv12
    configuration.shutdownTimeout = .seconds(1)
    if let clientAuthority {
      let authorities = try Self.certificates(clientAuthority, key: section + ".client_ca")
      configuration.trustRoots = .certificates(authorities)
      configuration.certificateVerification = .noHostnameVerification
    }
    if let tokenFile {
      let content = try Self.content(tokenFile, key: section + ".token_file")
      guard let token = RemoteToken(file: content) else {
        throw Problem(
          key: section + ".token_file",
          message: "\(tokenFile) holds no token: write one line of "
            + "\(RemoteToken.lengths.lowerBound) to \(RemoteToken.lengths.upperBound) printable "
            + "characters without spaces, such as `openssl rand -hex 32` makes")
      }
      self.token = token
    } else {
      token = nil
    }
    do {
      tls = try NIOSSLContext(configuration: configuration)
    } catch {
      throw Problem(
        key: section + ".key",
        message: "\(key) is not the key of the first certificate in \(certificate): give the two "
          + "that were made together")
    }
  }

  private static func content(_ path: String, key: String) throws(Problem) -> [UInt8] {
    do throws(CredentialFile.Problem) {
      return try CredentialFile.content(path)
    } catch {
      throw Problem(
        key: key,
        message: "\(path) cannot be read: \(error.reason); headingd's user must be able to")
    }
  }

  private static func certificates(
    _ path: String, key: String
  ) throws(Problem) -> [NIOSSLCertificate] {
    let content = try content(path, key: key)
    guard let certificates = try? NIOSSLCertificate.fromPEMBytes(content), !certificates.isEmpty
    else {
      throw Problem(
        key: key,
        message: "\(path) holds no certificate in PEM: it begins with -----BEGIN CERTIFICATE-----")
    }
    return certificates
  }

  /// Time before the end of a certificate's validity from which on it is reported.
  private static let notice = 14 * 86_400

  /// What is wrong with the time of certificates of which all are needed; `nil` if nothing is.
  private static func validity(
    _ certificates: [NIOSSLCertificate], now: time_t, consequence: String
  ) -> String? {
    if let start = certificates.map(\.notValidBefore).max(), start > now {
      return "is not valid yet, and \(consequence): look at this machine's clock, or make a new one"
    }
    guard let end = certificates.map(\.notValidAfter).min(), end - now < notice else { return nil }
    return end <= now
      ? "has expired, and \(consequence): make a new one and reload headingd"
      : "expires in \((end - now) / 86_400) days: make a new one and reload headingd"
  }

  /// Finds what works and is unsafe, or will not work for long.
  ///
  /// - Parameters:
  ///   - protection: The configured protection.
  ///   - section: The section of the configuration that has it.
  ///   - now: Seconds since 1970.
  /// - Returns: The keys with what to do.
  static func doubts(
    _ protection: RemoteConfiguration.Protection, section: String = "listen.tcp",
    now: time_t = time(nil)
  ) -> [Problem] {
    guard case .tls(let certificate, let key, let tokenFile, let clientAuthority) = protection
    else {
      return [
        Problem(
          key: "\(section).\(RemoteConfiguration.openKey)",
          message: "everyone who reaches the port reads the heading, and everyone on the way can "
            + "change it")
      ]
    }
    var doubts: [Problem] = []
    for (name, path) in [("key", key), ("token_file", tokenFile)] {
      guard let path, CredentialFile.isReadableByAll(path) else { continue }
      doubts.append(
        Problem(
          key: "\(section).\(name)",
          message: "every user of this machine can read \(path): `chmod o= \(path)`"))
    }
    for (name, path, refuser) in [
      ("certificate", certificate, "clients refuse it"),
      ("client_ca", clientAuthority, "no client is admitted"),
    ] {
      guard let path, let all = try? certificates(path, key: name) else { continue }
      guard let doubt = validity(all, now: now, consequence: refuser) else { continue }
      doubts.append(Problem(key: "\(section).\(name)", message: "\(path) \(doubt)"))
    }
    if let first = try? certificates(certificate, key: "").first,
      CertificateNames(of: first) == CertificateNames()
    {
      doubts.append(
        Problem(
          key: "\(section).certificate",
          message: "\(certificate) has no subjectAltName, and browsers refuse it: make one as "
            + "docs/remote.md shows"))
    }
    return doubts
  }
}
