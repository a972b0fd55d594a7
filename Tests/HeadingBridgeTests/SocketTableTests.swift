import Glibc
import HeadingTesting
import NIOCore
import Testing

@testable import HeadingBridge

/// The owner of a client's socket, by the kernel's table.
struct SocketTableTests {
  /// Lines as of Linux 6.1: 127.0.0.1:40000 to 127.0.0.1:30432, 0x76E0.
  private static func table(state: String = "01", user: String = "1000", inode: String = "77")
    -> String
  {
    """
      sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
       0: 0100007F:76E0 00000000:0000 0A 00000000:00000000 00:00000000 00000000   995        0 70 1 0
       1: 0100007F:76E0 0100007F:9C40 01 00000000:00000000 00:00000000 00000000   995        0 71 1 0
       2: 0100007F:9C40 0100007F:76E0 \(state) 00000000:00000000 00:00000000 00000000  \(user)        0 \(inode) 1 0
    """
  }

  private func owner(_ text: String, port: Int = 40_000) throws -> UInt32? {
    SocketTable(text: text).owner(
      of: try SocketAddress(ipAddress: "127.0.0.1", port: port),
      connectedTo: try SocketAddress(ipAddress: "127.0.0.1", port: 30_432))
  }

  @Test func `the owner is that of the client's end`() throws {
    #expect(try owner(Self.table()) == 1000)
    #expect(try owner(Self.table(), port: 40_001) == nil)
  }

  @Test(arguments: [
    table(state: "04", user: "0"), table(state: "06", user: "0", inode: "0"),
    table(user: "0", inode: "0"), table(user: "nobody"), "", "1\n2\n3", "x y z",
  ])
  func `an end that was closed, or a table that cannot be read, has no owner`(text: String) throws {
    #expect(try owner(text) == nil)
  }

  @Test func `only root, the own user and named users are admitted, and refusals are told once`()
    throws
  {
    let notices = Notices()
    let client = try SocketAddress(ipAddress: "127.0.0.1", port: 40_000)
    let server = try SocketAddress(ipAddress: "127.0.0.1", port: 30_432)
    for (user, isAdmitted) in [
      ("0", true), ("\(geteuid())", true), ("4711", true), ("4712", false),
    ] {
      let access = PeerAccess(
        users: [4711], table: { Self.table(user: user) }, report: notices.report)
      #expect(access.admits(client, server) == isAdmitted)
      #expect(access.admits(client, server) == isAdmitted)
      #expect(!access.admits(nil, server))
      #expect(access.refused == (isAdmitted ? 1 : 3))
    }
    #expect(notices.texts.filter { $0.contains("user 4712 is refused") }.count == 1)
  }
}
