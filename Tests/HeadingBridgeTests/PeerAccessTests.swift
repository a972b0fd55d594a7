import Foundation
import Glibc
import HeadingIIOServer
import HeadingTesting
import NIOCore
import Synchronization
import Testing

@testable import HeadingBridge

/// Who owns the client's end of a connection, by the kernel, and who is admitted.
@Suite(.timeLimit(.minutes(5)))
struct PeerAccessTests {
  /// Runs a Python program with sockets of user 4711, which only root can.
  private static func asStranger(_ program: String) async throws -> ToolRun {
    let python = try #require(ToolRun.path("python3"))
    return try await ToolRun.run(
      "setpriv", ["--reuid", "4711", "--clear-groups", python, "-c", program])
  }

  private static let hasStranger =
    geteuid() == 0 && ToolRun.isInstalled("setpriv") && ToolRun.isInstalled("python3")

  @Test func `the owner of an established connection is its user, of others nobody`() async throws {
    let owners = Mutex<[UInt32?]>([])
    let server = DeviceServer { client, server in
      guard let client, let server else { return false }
      let nobody = try? SocketAddress(ipAddress: "127.0.0.1", port: 1)
      owners.withLock {
        $0.append(SocketOwner.user(of: client, connectedTo: server))
        // The listener is not an end of a connection.
        $0.append(nobody.flatMap { SocketOwner.user(of: server, connectedTo: $0) })
        $0.append(nobody.flatMap { SocketOwner.user(of: $0, connectedTo: server) })
      }
      return false
    }
    try await server.serve(ChipDevices()) { port in
      let line = try await BlockingConnection.talk(toPort: port) { try? $0.line() }
      #expect(line == nil)
      #expect(owners.withLock { $0 } == [geteuid(), nil, nil])
      guard Self.hasStranger else { return }
      let run = try await Self.asStranger(
        """
        import socket
        print(socket.create_connection(("127.0.0.1", \(port))).recv(1))
        """)
      #expect(run.text == "b''\n", "\(run.errors)")
      #expect(owners.withLock { Array($0.suffix(3)) } == [4711, nil, nil])
    }
  }

  @Test func `only root, the own user and named users are admitted, and refusals are told once`()
    throws
  {
    let notices = Notices()
    let client = try SocketAddress(ipAddress: "127.0.0.1", port: 40_000)
    let server = try SocketAddress(ipAddress: "127.0.0.1", port: 30_432)
    for (user, isAdmitted) in [
      (0, true), (geteuid(), true), (4711, true), (4712, false),
    ] as [(UInt32, Bool)] {
      let access = PeerAccess(users: [4711], owner: { _, _ in user }, report: notices.report)
      #expect(access.admits(client, server) == isAdmitted)
      #expect(access.admits(client, server) == isAdmitted)
      #expect(!access.admits(nil, server))
      #expect(access.refused == (isAdmitted ? 1 : 3))
    }
    #expect(notices.texts.filter { $0.contains("user 4712 is refused") }.count == 1)
  }

  @Test(.enabled(if: hasStranger, "only root has sockets of another user"))
  func `a flood of refused connections takes no place, and a client is served meanwhile`()
    async throws
  {
    let notices = Notices()
    let access = PeerAccess(users: [], report: notices.report)
    let server = DeviceServer { access.admits($0, $1) }
    try await server.serve(ChipDevices()) { port in
      let isOver = Atomic(false)
      let flood = Task { () async throws -> ToolRun in
        defer { isOver.store(true, ordering: .relaxed) }
        // Without waiting for the answers, which would let the server catch up.
        return try await Self.asStranger(
          """
          import socket
          many = []
          for _ in range(2000):
            try: many.append(socket.create_connection(("127.0.0.1", \(port)), 0.2))
            except OSError: pass
            del many[:-100]
          """)
      }
      var most = 0
      var answers = 0
      while !isOver.load(ordering: .relaxed) {
        let version = try await BlockingConnection.talk(toPort: port) { connection in
          try connection.send("VERSION\r\n")
          return try connection.line()
        }
        #expect(version == "0.24.v0.24  ")
        answers += 1
        most = max(most, server.connections)
      }
      #expect(try await flood.value.status == 0)
      #expect(answers > 0 && most <= 2)
      #expect(access.refused > 64)
      #expect(notices.texts.filter { $0.contains("user 4711 is refused") }.count == 1)
    }
  }
}
