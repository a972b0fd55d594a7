import HeadingProtocol
import HeadingStorage
import NIOCore
import NIOSSL

/// The port of the web page: where it is, and what proves that a page may give commands.
struct WebEntrance: Sendable {
  /// The section `http`.
  let configuration: WebConfiguration

  /// The context of TLS; `nil` on this machine's own address.
  let tls: NIOSSLContext?

  /// The token of the address that `compass web` prints.
  let token: RemoteToken

  /// Codes that give a phone the token.
  let codes = OneTimeCodes()

  /// The history that a page shows at its opening.
  let history: WebHistory

  /// Reads the files of a configuration; without one the token is new at each start.
  ///
  /// - Throws: The problem of the first unusable file.
  init(_ configuration: WebConfiguration, history: WebHistory) throws(RemoteCredentials.Problem) {
    self.configuration = configuration
    self.history = history
    if let files = configuration.protection {
      let credentials = try RemoteCredentials(
        .tls(
          certificate: files.certificate, key: files.key, tokenFile: files.tokenFile,
          clientAuthority: nil), section: "http")
      tls = credentials.tls
      // A file was named, so there is a token.
      token = credentials.token ?? RemoteToken()
    } else {
      tls = nil
      token = RemoteToken()
    }
  }

  /// The address of the page with the token, which a browser does not send to the server.
  var address: String { place + "#token=" + token.text }

  /// Answers the command `web`, with a new code for a phone.
  ///
  /// None without TLS, where everyone in the network could read it.
  func answer() -> WebMessage {
    WebMessage(address, phone: tls == nil ? nil : place + "#code=" + codes.issue())
  }

  private var place: String {
    let name =
      ["0.0.0.0", "::"].contains(configuration.address) ? Self.own : configuration.address
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
