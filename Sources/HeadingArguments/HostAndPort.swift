import HeadingClient
import HeadingProtocol

/// Parses HOST, HOST:PORT or [ADDRESS]:PORT.
enum HostAndPort {
  static func parse(_ text: String, defaultPort: Int) -> (host: String, port: Int)? {
    guard let address = ServerAddress(text, defaultPort: defaultPort),
      case .host(let host, let port) = address
    else { return nil }
    return (host, port)
  }
}
