import Foundation
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

  /// The user's decisions under the administrator's; a file that cannot be read counts as empty.
  public var policy: AuthorizationPolicy {
    var policy = user.flatMap { Self.read($0) } ?? AuthorizationPolicy()
    guard let ruling = Self.read(administrator) else { return policy }
    policy.restricted = ruling.restricted
    policy.isEnabled = policy.isEnabled && ruling.isEnabled
    policy.usesLegacyTable = policy.usesLegacyTable || ruling.usesLegacyTable
    policy.needsUsageKeys = policy.needsUsageKeys || ruling.needsUsageKeys
    policy.guardsHeading = policy.guardsHeading || ruling.guardsHeading
    return policy
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
        at: user.deletingLastPathComponent(), withIntermediateDirectories: true)
      try encoder.encode(policy).write(to: user, options: .atomic)
    } catch {
      ProgramLog.say("the decision cannot be kept: \(error)")
    }
  }

  private static func read(_ url: URL) -> AuthorizationPolicy? {
    guard let data = try? Data(contentsOf: url), data.count < 1_000_000 else { return nil }
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
