import HeadingProtocol
import Testing

/// Paths of the socket.
struct SocketPathTests {
  @Test func `the user's socket is in the runtime folder`() {
    #expect(SocketPath.user(["XDG_RUNTIME_DIR": "/run/user/7"]) == "/run/user/7/headingd.sock")
    #expect(SocketPath.user([:]) == nil)
    #expect(SocketPath.user(["XDG_RUNTIME_DIR": "relative"]) == nil)
  }

  @Test func `a client finds no socket if none exists`() {
    let found = SocketPath.forClient(environment: ["XDG_RUNTIME_DIR": "/nonexistent"])
    #expect(found == nil || found == SocketPath.system)
  }

  @Test func `a client uses the socket that the environment names`() {
    let environment = ["HEADINGD_SOCKET": "/tmp/other.sock", "XDG_RUNTIME_DIR": "/nonexistent"]
    #expect(SocketPath.forClient(environment: environment) == "/tmp/other.sock")
  }
}
