import Foundation
import HeadingStorage
import Synchronization

/// Where decisions are kept: the user's file, and the administrator's, which the user cannot change.
public protocol PolicyStore: Sendable {
  /// What holds now.
  var policy: AuthorizationPolicy { get }

  /// Changes the user's decisions.
  func change(_ change: @Sendable (inout AuthorizationPolicy) -> Void)
}

/// Decisions in files: `authorization.json` in `$XDG_CONFIG_HOME/headingd` and in `/etc/headingd`.
public struct PolicyFile: PolicyStore {
  private let user: URL?
  private let administrator: URL

  /// Makes a store over the usual files.
  ///
  /// - Parameters:
  ///   - environment: Where `XDG_CONFIG_HOME` and `HOME` are.
  ///   - system: The administrator's folder.
  public init(environment: [String: String], system: String = "/etc/headingd") {
    let home = environment["HOME"].map { $0 + "/.config" }
    user = (environment["XDG_CONFIG_HOME"] ?? home)
      .map { URL(fileURLWithPath: $0).appendingPathComponent("headingd/authorization.json") }
    administrator = URL(fileURLWithPath: system).appendingPathComponent("authorization.json")
  }

  /// The user's decisions under the administrator's.
  ///
  /// A user's file that cannot be read counts as empty: nothing is granted. An administrator's that cannot
  /// be read restricts all programs.
  public var policy: AuthorizationPolicy {
    let policy = user.flatMap { Self.read($0) } ?? AuthorizationPolicy()
    return policy.under(Self.ruling(administrator))
  }

  /// Rewrites the user's file.
  public func change(_ change: @Sendable (inout AuthorizationPolicy) -> Void) {
    guard let user else { return }
    var policy = Self.read(user) ?? AuthorizationPolicy()
    change(&policy)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      try FileManager.default.createDirectory(
        at: user.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try AtomicFile.write(try encoder.encode(policy), to: user, isPrivate: true)
    } catch {
      ProgramLog.say("the decision cannot be kept: \(error)")
    }
  }

  /// What an administrator's file says; one that is there and cannot be read restricts all programs.
  static func ruling(_ url: URL) -> AuthorizationPolicy {
    if let ruling = read(url) { return ruling }
    var ruling = AuthorizationPolicy()
    if FileManager.default.fileExists(atPath: url.path) { ruling.restricted = ["*"] }
    return ruling
  }

  private static func read(_ url: URL) -> AuthorizationPolicy? {
    guard let data = SmallFile.read(url.path) else { return nil }
    return try? JSONDecoder().decode(AuthorizationPolicy.self, from: data)
  }
}

/// Decisions that are kept nowhere, for tests.
public final class PolicyMemory: PolicyStore {
  private let state: Mutex<AuthorizationPolicy>

  /// Makes a store that holds a policy.
  public init(_ policy: AuthorizationPolicy = AuthorizationPolicy()) { state = Mutex(policy) }

  /// What holds now.
  public var policy: AuthorizationPolicy { state.withLock { $0 } }

  /// Changes the decisions.
  public func change(_ change: @Sendable (inout AuthorizationPolicy) -> Void) {
    state.withLock { change(&$0) }
  }
}
