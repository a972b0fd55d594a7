import Foundation
import Glibc
import HeadingClient
import HeadingTesting

/// A server that sends given lines to one client and says nothing more.
final class ScriptedServer: Sendable {
  private let folder: TemporaryFolder
  private let listener: CInt

  /// The address of its socket.
  let address: ServerAddress

  /// The greeting of a daemon that is newer than this client in all that does not concern it.
  static let greeting =
    #"{"capabilities":["updates","teleport"],"class":"greeting","motto":"x","protocol":1,"server":"headingd 99"}"#

  /// Listens.
  ///
  /// - Parameters:
  ///   - lines: What it sends after the greeting.
  ///   - staysOpen: Whether the connection stays open after that.
  /// - Throws: Why there is no folder.
  init(_ lines: [String], staysOpen: Bool = false) throws {
    folder = try TemporaryFolder()
    let path = folder.url.path + "/s"
    address = .socket(path)
    listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let listener = listener
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    listen(listener, 4)
    let text = ([Self.greeting] + lines).map { $0 + "\n" }.joined()
    Thread.detachNewThread {
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        _ = text.withCString { send(client, $0, strlen($0), CInt(MSG_NOSIGNAL)) }
        if !staysOpen { close(client) }
      }
    }
  }

  deinit {
    shutdown(listener, CInt(SHUT_RDWR))
    close(listener)
  }
}
