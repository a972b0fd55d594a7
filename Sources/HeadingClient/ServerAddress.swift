import FoundationEssentials
import Glibc
import HeadingProtocol

/// The address of a daemon.
public enum ServerAddress: Sendable, Hashable {
  /// A Unix socket's path.
  case socket(String)

  /// A host's name or address and a TCP port.
  case host(String, port: Int)

  /// The TCP port if none is given.
  public static let standardPort = 5450

  /// The address of this machine's daemon: the path in `$HEADINGD_SOCKET` if that is set, else the
  /// socket of the system's daemon (`/run/headingd/headingd.sock`) or of the user's own
  /// (`$XDG_RUNTIME_DIR/headingd.sock`), whichever is there.
  ///
  /// The system's socket if there is none. Looked up at every call.
  public static var `default`: ServerAddress {
    let environment = ProcessInfo.processInfo.environment
    return .socket(SocketPath.forClient(environment: environment) ?? SocketPath.system)
  }

  /// Parses `HOST`, `HOST:PORT`, `[IPv6]`, `[IPv6]:PORT` or a path with a slash; `nil` for anything
  /// else.
  public init?(_ text: String, defaultPort: Int = standardPort) {
    if text.contains("/") {
      self = .socket(text)
      return
    }
    var host = Substring(text)
    var rest = Substring()
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      host = text[text.index(after: text.startIndex)..<end]
      rest = text[text.index(after: end)...]
    } else if let colon = text.firstIndex(of: ":"),
      text[colon...].dropFirst().contains(":") == false
    {
      host = text[..<colon]
      rest = text[colon...]
    }
    guard !host.isEmpty, !host.contains(where: \.isWhitespace) else { return nil }
    // Only an address of IPv6, with its zone, has a colon in it.
    if host.contains(":"), !Self.isIPv6(host.prefix { $0 != "%" }) { return nil }
    if rest.isEmpty {
      self = .host(String(host), port: defaultPort)
    } else {
      guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
      self = .host(String(host), port: Int(port))
    }
  }

  private static func isIPv6(_ text: Substring) -> Bool {
    var address = [UInt8](repeating: 0, count: 16)
    return unsafe inet_pton(AF_INET6, String(text), &address) == 1
  }
}

extension ServerAddress: CustomStringConvertible {
  /// The path, or `HOST:PORT`.
  public var description: String {
    switch self {
    case .socket(let path): path
    case .host(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
  }
}
