import HeadingClient
import HeadingProtocol

/// HOST, HOST:PORT or [ADDRESS]:PORT on a command line.
enum HostAndPort {
  static func parse(_ text: String, defaultPort: Int) -> (host: String, port: Int)? {
    guard let address = ServerAddress(text, defaultPort: defaultPort),
      case .host(let host, let port) = address
    else { return nil }
    return (host, port)
  }
}
