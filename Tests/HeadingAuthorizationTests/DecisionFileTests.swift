import FoundationEssentials
import Glibc
import HeadingProtocol
import HeadingStorage
import HeadingTesting
import Testing

@testable import HeadingAuthorization

/// Where the daemon keeps decisions, and whom it trusts with them.
@Suite(.timeLimit(.minutes(5)))
struct DecisionFileTests {
  @Test func `a daemon that was started by hand keeps decisions in its user's state folder`() {
    func path(_ environment: [String: String], file: String? = nil) -> String? {
      var configuration = AuthorizationConfiguration()
      configuration.file = file
      return configuration.decisionFile(environment: environment)?.path
    }
    let home = ["HOME": "/home/anna"]
    let state = home.merging(["XDG_STATE_HOME": "/var/anna"]) { $1 }
    let systemd = state.merging(["STATE_DIRECTORY": "/var/lib/headingd"]) { $1 }
    #expect(path(home) == "/home/anna/.local/state/headingd/authorization.json")
    #expect(path(state) == "/var/anna/headingd/authorization.json")
    #expect(path(systemd) == "/var/lib/headingd/authorization.json")
    #expect(path(systemd, file: "/etc/x.json") == "/etc/x.json")
    #expect(path([:]) == nil)
    // A relative path depends on the folder that the daemon was started in.
    #expect(path(["XDG_STATE_HOME": "state", "HOME": "."]) == nil)
  }

  private static func mode(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  private static func decisions(_ file: URL, _ complaints: inout [String]) -> Int {
    nonisolated(unsafe) var heard: [String] = []
    let store = DecisionStore(file: file, administrator: URL(fileURLWithPath: "/nonexistent")) {
      heard.append($0)
    }
    complaints = heard
    return store.decisions.count
  }

  @Test func `the folder and the file are the user's alone, and others' are not used`() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let kept = folder.url.path + "/a/headingd"
    let file = URL(fileURLWithPath: kept + "/authorization.json")
    let store = DecisionStore(file: file, administrator: URL(fileURLWithPath: "/nonexistent")) {
      Issue.record("\($0)")
    }
    #expect(store.decide("/usr/bin/a", user: 1000, .init(.always)))
    #expect(Self.mode(kept) == 0o700 && Self.mode(file.path) == 0o600)
    var complaints: [String] = []
    #expect(Self.decisions(file, &complaints) == 1 && complaints.isEmpty)
    for mode: mode_t in [0o620, 0o602] {
      #expect(chmod(file.path, mode) == 0)
      #expect(Self.decisions(file, &complaints) == 0)
      #expect(complaints.first?.contains("chmod go-w \(file.path)") == true)
    }
    #expect(chmod(file.path, 0o600) == 0 && chmod(kept, 0o777) == 0)
    #expect(Self.decisions(file, &complaints) == 0)
    #expect(complaints.first?.contains("chmod go-w \(kept)") == true)
    #expect(chmod(kept, 0o755) == 0)
    #expect(Self.decisions(file, &complaints) == 1)
    if geteuid() == 0 {
      #expect(chown(file.path, 12345, 12345) == 0)
      #expect(Self.decisions(file, &complaints) == 0)
      #expect(complaints.first?.contains("another user") == true)
    }
  }
}
