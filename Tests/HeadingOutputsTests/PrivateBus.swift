import Foundation
import HeadingTesting

/// A D-Bus daemon of a test's own, whose policy allows everything; ended with the object.
final class PrivateBus {
  /// Whether the programs are installed.
  static let isInstalled = ["dbus-daemon", "busctl"].allSatisfy { ToolRun.isInstalled($0) }

  private let folder: TemporaryFolder
  private let child: GuardedChild

  /// The daemon's address.
  let address: String

  /// Starts a daemon, and waits until it answers.
  init() async throws {
    folder = try TemporaryFolder()
    address = "unix:path=\(folder.url.path)/bus"
    child = try GuardedChild(
      ToolRun.path("dbus-daemon") ?? "",
      ["--session", "--nofork", "--nopidfile", "--address=\(address)"])
    while try await ToolRun.run("busctl", ["--address=\(address)", "list"]).status != 0 {}
  }

  /// What busctl prints; for a failure the reason.
  func busctl(_ arguments: [String]) async throws -> String {
    let run = try await ToolRun.run("busctl", ["--address=\(address)", "--json=short"] + arguments)
    return run.text + run.errors
  }

  /// Ends the daemon.
  func stop() { child.stop() }
}
