package import FoundationEssentials
import HeadingStorage
import Synchronization

/// The daemon's store of all users' decisions about programs, overridden by the administrator's
/// file.
///
/// The file is JSON with a checksum, replaced atomically; a damaged file is ignored as a whole, so
/// that it grants nothing.
package final class DecisionStore: Sendable {
  /// One decision.
  package struct Decision: Sendable, Hashable, Codable {
    package var program: String
    package var user: UInt32
    package var record: AuthorizationPolicy.Record
  }

  private struct Document: Codable {
    var version = 1
    var checksum = ProfileChecksum.placeholder
    var decisions: [Decision] = []
  }

  private struct State {
    var users: [UInt32: [String: AuthorizationPolicy.Record]] = [:]
    var ruling = AuthorizationPolicy()
    var observer: (@Sendable () -> Void)?
  }

  /// Largest number of stored decisions; bounds the disk space that a user can fill.
  private static let maximumCount = 2000

  private let file: URL?
  private let administrator: URL
  private let complain: @Sendable (String) -> Void
  private let state: Mutex<State>

  // A separate lock, so that readers do not wait for disk writes.
  private let writing = Mutex(())

  /// Loads the decisions of a file; `nil` keeps them in memory only.
  ///
  /// - Parameters:
  ///   - file: The decisions.
  ///   - administrator: The administrator's policy file.
  ///   - complain: Receives problems with the files, a sentence each.
  package init(
    file: URL?, administrator: URL, complain: @escaping @Sendable (String) -> Void
  ) {
    self.file = file
    self.administrator = administrator
    self.complain = complain
    state = Mutex(State())
    let decisions = load()
    let ruling = PolicyFile.ruling(administrator)
    state.withLock { state in
      state.ruling = ruling
      for decision in decisions {
        state.users[decision.user, default: [:]][decision.program] = decision.record
      }
    }
  }

  private func load() -> [Decision] {
    guard let file, FileManager.default.fileExists(atPath: file.path) else { return [] }
    do throws(KeptFile.Unsafe) {
      try KeptFile.check(file)
    } catch {
      complain("the decisions in \(file.path) are not used: \(error)")
      return []
    }
    guard let data = SmallFile.read(file.path),
      let document = try? JSONDecoder().decode(Document.self, from: data), document.version == 1,
      document.checksum == ProfileChecksum.of(data)
    else {
      complain(
        "the decisions in \(file.path) are not used, the file is damaged: programs have to ask again"
      )
      return []
    }
    return document.decisions
  }

  /// Sets the observer of changes, called on any thread; there is only one.
  package func onChange(_ observer: @escaping @Sendable () -> Void) {
    state.withLock { $0.observer = observer }
  }

  /// All decisions, sorted by program and user.
  package var decisions: [Decision] {
    state.withLock { state in
      state.users.flatMap { user, programs in
        programs.map { Decision(program: $0.key, user: user, record: $0.value) }
      }
    }.sorted { ($0.program, $0.user) < ($1.program, $1.user) }
  }

  /// The administrator's policy.
  package var ruling: AuthorizationPolicy { state.withLock { $0.ruling } }

  /// Reloads the administrator's file; returns whether it has changed.
  package func refresh() -> Bool {
    let ruling = PolicyFile.ruling(administrator)
    return state.withLock { state in
      defer { state.ruling = ruling }
      return state.ruling != ruling
    }
  }

  /// Sets a user's decision about a program; `nil` removes it.
  ///
  /// - Returns: Whether the decision is stored; after a failed write it holds until the daemon
  ///   ends.
  @discardableResult
  package func decide(
    _ program: String, user: UInt32, _ record: AuthorizationPolicy.Record?
  ) -> Bool {
    let observer: (@Sendable () -> Void)?? = state.withLock { state in
      let isNew = state.users[user]?[program] == nil
      let count = state.users.values.reduce(0) { $0 + $1.count }
      guard record == nil || !isNew || count < Self.maximumCount else { return nil }
      state.users[user, default: [:]][program] = record
      return .some(state.observer)
    }
    guard let observer else { return false }
    let isKept = writing.withLock { _ in save(state.withLock { $0.users }) }
    observer?()
    return isKept
  }

  private func save(_ users: [UInt32: [String: AuthorizationPolicy.Record]]) -> Bool {
    guard let file else { return true }
    var document = Document()
    document.decisions = users.flatMap { user, programs in
      programs.map { Decision(program: $0.key, user: user, record: $0.value) }
    }.sorted { ($0.program, $0.user) < ($1.program, $1.user) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      try KeptFile.write(ProfileChecksum.sealed(try encoder.encode(document)), to: file)
      return true
    } catch {
      complain("the decision cannot be kept in \(file.path): \(FileReason.text(error))")
      return false
    }
  }

  /// Returns a view of one user's decisions.
  package func store(of user: UInt32) -> any PolicyStore {
    UserStore(ledger: self, user: user)
  }

  private struct UserStore: PolicyStore {
    let ledger: DecisionStore
    let user: UInt32

    var policy: AuthorizationPolicy {
      ledger.state.withLock { state in
        var policy = AuthorizationPolicy()
        policy.programs = state.users[user] ?? [:]
        return policy.under(state.ruling)
      }
    }

    func change(_ change: @Sendable (inout AuthorizationPolicy) -> Void) {
      let before = policy
      var after = before
      change(&after)
      for program in Set(before.programs.keys).union(after.programs.keys)
      where before.programs[program] != after.programs[program] {
        ledger.decide(program, user: user, after.programs[program])
      }
    }
  }
}
