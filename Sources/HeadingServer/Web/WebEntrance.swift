import HeadingProtocol
import HeadingStorage
import NIOCore
import NIOSSL
import Synchronization

/// The port of the web page: where it is, and what proves that a page may give commands.
final class WebEntrance: GuardedEntrance, Sendable {
  /// What a connection needs, from the files.
  private struct Credentials {
    var tls: NIOSSLContext?
    var token: RemoteToken
    var names = CertificateNames()

    init() { token = RemoteToken() }

    init(_ files: RemoteConfiguration.Protection) throws(RemoteCredentials.Problem) {
      let read = try RemoteCredentials(files, section: "http")
      (tls, names) = (read.tls, read.names)
      // A file was named, so there is a token.
      token = read.token ?? RemoteToken()
    }
  }

  /// The section `http`.
  let configuration: WebConfiguration

  /// Codes that give a phone the token.
  let codes = OneTimeCodes()

  /// The history that a page shows at its opening.
  let history: WebHistory

  private let current: Mutex<Credentials>

  /// Reads the files of a configuration; without one the token is new at each start.
  ///
  /// - Throws: The problem of the first unusable file.
  init(_ configuration: WebConfiguration, history: WebHistory) throws(RemoteCredentials.Problem) {
    self.configuration = configuration
    self.history = history
    current = Mutex(try configuration.files.map(Credentials.init) ?? Credentials())
  }

  func reload() throws(RemoteCredentials.Problem) {
    guard let files = configuration.files else { return }
    let credentials = try Credentials(files)
    current.withLock { $0 = credentials }
  }

  /// The context of TLS; `nil` on this machine's own address.
  var tls: NIOSSLContext? { current.withLock { $0.tls } }

  /// The token of the address that `compass web` prints.
  var token: RemoteToken { current.withLock { $0.token } }

  /// The names that a request may use.
  var hosts: HostNames {
    HostNames(address: configuration.address, certificate: current.withLock { $0.names })
  }

  /// The address of the page with the token, which a browser does not send to the server.
  var address: String { place + "#token=" + token.text }

  /// Answers the command `web`, with a new code if it is for a phone.
  ///
  /// None without TLS, where everyone in the network could read it.
  func answer(phone: Bool) -> WebMessage {
    WebMessage(address, phone: phone && tls != nil ? place + "#code=" + codes.issue() : nil)
  }

  private var place: String {
    let address =
      ["0.0.0.0", "::"].contains(configuration.address) ? Self.own : configuration.address
    let (tls, names) = current.withLock { ($0.tls, $0.names) }
    let name = tls == nil ? address : names.reachable(address, host: HostNames.short)
    let host = name.contains(":") ? "[\(name)]" : name
    return "\(tls == nil ? "http" : "https")://\(host):\(configuration.port)/"
  }

  /// An address of this machine at which others reach it; its name in the local network without one.
  private static var own: String {
    let addresses = (try? System.enumerateDevices())?.compactMap(\.address) ?? []
    let outer = addresses.first { address in
      guard address.protocol == .inet, let text = address.ipAddress else { return false }
      return !text.hasPrefix("127.") && !text.hasPrefix("169.254.")
    }
    return outer?.ipAddress ?? HostNames.short + ".local"
  }
}
