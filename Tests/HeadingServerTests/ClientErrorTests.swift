import Foundation
import Glibc
import HeadingClient
import HeadingProtocol
import Testing

/// A client against servers that are not headingd.
@Suite(.timeLimit(.minutes(5)))
struct ClientErrorTests {
  /// Listens once on a Unix socket and says one thing.
  private func impostor(saying text: String) throws -> ServerAddress {
    let path = try RunningServer.newPath()
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    listen(descriptor, 1)
    Thread.detachNewThread {
      let client = accept(descriptor, nil, nil)
      close(descriptor)
      var sent = 0
      let bytes = Array(text.utf8)
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes {
          send(client, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
        }
        guard count > 0 else { break }
        sent += count
      }
      close(client)
    }
    return .socket(path)
  }

  private func error(
    _ address: ServerAddress, _ security: ConnectionSecurity = ConnectionSecurity()
  ) async -> HeadingClientError? {
    do throws(HeadingClientError) {
      for try await _ in DaemonClient(address, security: security).lines {}
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    "SSH-2.0-OpenSSH\r\n", "{\"class\":\"VERSION\",\"release\":\"3.22\"}\n", "[]\n",
    String(repeating: "x", count: 100_000),
  ])
  func `a server other than headingd is reported`(text: String) async throws {
    let address = try impostor(saying: text)
    #expect(await error(address) == .notHeadingd(address))
  }

  @Test func `a newer protocol is reported`() async throws {
    let address = try impostor(
      saying: #"{"class":"greeting","protocol":2,"server":"x","capabilities":[]}"# + "\n")
    #expect(await error(address) == .newerProtocol(address, version: 2))
  }

  @Test func `a refusal is reported`() async throws {
    let address = try impostor(saying: #"{"class":"error","reason":"full"}"# + "\n")
    #expect(await error(address) == .refused(address, reason: "full"))
  }

  @Test func `what the daemon does not allow is told from what it has no room for`() async throws {
    let address = try impostor(
      saying: #"{"class":"error","code":"access","reason":"not you"}"# + "\n")
    #expect(await error(address) == .notAdmitted(address, reason: "not you"))
  }

  @Test func `a hang-up is reported`() async throws {
    let address = try impostor(saying: "")
    #expect(await error(address) == .connectionLost(address))
  }

  @Test func `a host without address, a path without socket`() async throws {
    let host = ServerAddress.host("no-such-host.invalid", port: 1)
    #expect(await error(host, ConnectionSecurity(encryption: .none)) == .unknownHost(host))
    // Never in the clear by mistake.
    guard case .failed(host, let reason) = await error(host) else {
      Issue.record("no error without TLS")
      return
    }
    #expect(reason.contains("HeadingTLS"))
    let path = ServerAddress.socket("/nonexistent/headingd.sock")
    #expect(await error(path) == .notRunning(path))
    #expect(HeadingClientError.notRunning(path).description.contains("systemctl start headingd"))
  }
}
