import Foundation
import Glibc
import HeadingClient
import HeadingProtocol
import HeadingServer
import Testing

/// The socket's file: rights, leftovers, rivals.
@Suite(.timeLimit(.minutes(5)))
struct SocketFileTests {
  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode : nil
  }

  @Test func `the socket is for user and group, and is removed with the server`() async throws {
    let running = try await RunningServer.start()
    #expect(mode(running.path).map { $0 & 0o777 } == 0o660)
    await running.stop()
    #expect(mode(running.path) == nil)
    let folder = (running.path as NSString).deletingLastPathComponent
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test func `a socket that a killed daemon left behind is replaced`() async throws {
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
    close(descriptor)
    #expect(mode(path) != nil)
    let running = try await RunningServer.start(at: path)
    var lines = DaemonClient(running.address).lines.makeAsyncIterator()
    guard case .greeting = try await lines.next() else {
      Issue.record("no greeting")
      return
    }
    await running.stop()
  }

  @Test func `a second daemon reports that one is running, and does not disturb it`() async throws {
    let first = try await RunningServer.start()
    await #expect(throws: HeadingServerError.alreadyRunning(path: first.path)) {
      _ = try await RunningServer.start(at: first.path)
    }
    var lines = DaemonClient(first.address).lines.makeAsyncIterator()
    guard case .greeting = try await lines.next() else {
      Issue.record("no greeting")
      return
    }
    await first.stop()
  }

  @Test func `a file that is no socket is not touched`() async throws {
    let path = try RunningServer.newPath()
    try "precious".write(toFile: path, atomically: false, encoding: .utf8)
    await #expect(throws: HeadingServerError.notASocket(path: path)) {
      _ = try await RunningServer.start(at: path)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
  }

  @Test(arguments: ["/nonexistent/folder/s", "/tmp/" + String(repeating: "x", count: 100)])
  func `an impossible path is named`(path: String) async throws {
    await #expect {
      _ = try await RunningServer.start(at: path)
    } throws: { error in
      guard let error = error as? HeadingServerError else { return false }
      return error.description.contains(path) && error.description.contains("--socket")
    }
  }

  @Test func `a server without any address to listen on reports it`() async throws {
    await #expect(throws: HeadingServerError.nowhereToListen) {
      try await HeadingServer(ServerSettings(socketPath: nil)).run()
    }
  }
}
