package import Foundation
import HeadingStorage
import Synchronization

/// The decisions of all users about all programs, as the daemon keeps them, under the administrator's file.
///
/// The file is JSON, replaced whole, with a checksum; of one that is damaged nothing is used, so that
/// nothing is granted that nobody has granted.
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

  /// Decisions kept at most; a user cannot fill the disk by programs of other names.
  private static let most = 2000

  private let file: URL?
  private let administrator: URL
  private let complain: @Sendable (String) -> Void
  private let state: Mutex<State>

  // Writing takes a disk's time; nobody who only reads waits for it.
  private let writing = Mutex(())

  /// Opens a file; `nil` keeps decisions in memory.
  ///
  /// - Parameters:
  ///   - file: The decisions.
  ///   - administrator: What the administrator has decided.
  ///   - complain: Told in a sentence what is wrong with the files.
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

  /// Has a function called after every change, in any thread; there is one such function.
  package func onChange(_ observer: @escaping @Sendable () -> Void) {
    state.withLock { $0.observer = observer }
  }

  /// All decisions, in the order of programs and users.
  package var decisions: [Decision] {
    state.withLock { state in
      state.users.flatMap { user, programs in
        programs.map { Decision(program: $0.key, user: user, record: $0.value) }
      }
    }.sorted { ($0.program, $0.user) < ($1.program, $1.user) }
  }

  /// What the administrator has decided.
  package var ruling: AuthorizationPolicy { state.withLock { $0.ruling } }

  /// Reads the administrator's file again; true if it says something else now.
  package func refresh() -> Bool {
    let ruling = PolicyFile.ruling(administrator)
    return state.withLock { state in
      defer { state.ruling = ruling }
      return state.ruling != ruling
    }
  }

  /// Decides about a program of a user; `nil` forgets.
  ///
  /// - Returns: Whether the decision is kept; one that cannot be written holds until the daemon ends.
  @discardableResult
  package func decide(
    _ program: String, user: UInt32, _ record: AuthorizationPolicy.Record?
  ) -> Bool {
    let observer: (@Sendable () -> Void)?? = state.withLock { state in
      let isNew = state.users[user]?[program] == nil
      let count = state.users.values.reduce(0) { $0 + $1.count }
      guard record == nil || !isNew || count < Self.most else { return nil }
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
      try AtomicFile.write(
        ProfileChecksum.sealed(try encoder.encode(document)), to: file, isPrivate: true)
      return true
    } catch {
      complain("the decision cannot be kept in \(file.path): \(error.localizedDescription)")
      return false
    }
  }

  /// The decisions of one user as a store.
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
