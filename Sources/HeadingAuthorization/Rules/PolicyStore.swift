import FoundationEssentials
import HeadingStorage
import Synchronization

/// Storage of decisions: the user's file, and the administrator's, which the user cannot change.
public protocol PolicyStore: Sendable {
  /// The effective policy.
  var policy: AuthorizationPolicy { get }

  /// Changes the user's decisions.
  func change(_ change: @Sendable (inout AuthorizationPolicy) -> Void)
}

/// Decisions in files: `authorization.json` in `$XDG_CONFIG_HOME/headingd` and in `/etc/headingd`.
public struct PolicyFile: PolicyStore {
  private let user: URL?
  private let administrator: URL

  /// Creates a store over the default files.
  ///
  /// - Parameters:
  ///   - environment: Provides `XDG_CONFIG_HOME` and `HOME`.
  ///   - system: The administrator's folder.
  public init(environment: [String: String], system: String = "/etc/headingd") {
    let home = environment["HOME"].map { $0 + "/.config" }
    user = (environment["XDG_CONFIG_HOME"] ?? home)
      .map { URL(fileURLWithPath: $0).appendingPathComponent("headingd/authorization.json") }
    administrator = URL(fileURLWithPath: system).appendingPathComponent("authorization.json")
  }

  /// The user's decisions, overridden by the administrator's.
  ///
  /// An unreadable user's file counts as empty: nothing is granted. An unreadable administrator's
  /// file restricts all programs.
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

  /// Reads an administrator's file; an existing unreadable one restricts all programs.
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

/// Policy store in memory, for tests.
public final class PolicyMemory: PolicyStore {
  private let state: Mutex<AuthorizationPolicy>

  /// Creates a store with a policy.
  public init(_ policy: AuthorizationPolicy = AuthorizationPolicy()) { state = Mutex(policy) }

  /// The effective policy.
  public var policy: AuthorizationPolicy { state.withLock { $0 } }

  /// Changes the decisions.
  public func change(_ change: @Sendable (inout AuthorizationPolicy) -> Void) {
    state.withLock { change(&$0) }
  }
}
