import ArgumentParser
import FoundationEssentials
import Glibc
import HeadingArguments
import HeadingAuthorization
import HeadingClient
import HeadingProtocol

/// The store of decisions about programs: a running daemon, else this user's file.
enum DecisionLocation {
  case daemon(DaemonClient)
  case file(PolicyFile)

  /// Returns the named daemon, or one at a default socket that authorizes programs; else the file.
  static func find(_ location: DecisionOptions) async throws -> DecisionLocation {
    let file = PolicyFile(environment: ProcessInfo.processInfo.environment)
    if location.userFile { return .file(file) }
    let options = location.daemon
    guard let client = options.client else { return .file(file) }
    if options.connect != nil || options.socket != nil { return .daemon(client) }
    var lines = client.lines.makeAsyncIterator()
    guard case .greeting(let greeting)? = try? await lines.next(), greeting.has(.authorization)
    else { return .file(file) }
    return .daemon(client)
  }

  /// The store's name in messages.
  var title: String {
    switch self {
    case .daemon(let client): "by the daemon at \(client.address)"
    case .file: "in this user's file"
    }
  }

  /// All decisions.
  func list() async throws -> AuthorizationListMessage {
    switch self {
    case .daemon(let client): return try await Self.send(.authorizations, to: client)
    case .file(let file):
      let policy = file.policy
      var list = AuthorizationListMessage(
        programs: "announced", locationServices: policy.isEnabled)
      list.decisions =
        policy.restricted.map {
          .init(program: $0, user: nil, grant: "restricted", reducedAccuracy: false, isRule: true)
        }
        + policy.rules.map {
          .init(
            program: $0.program, user: $0.user, grant: $0.grant.rawValue,
            reducedAccuracy: $0.isReduced ?? false, isRule: true)
        }
        + policy.programs.sorted { $0.key < $1.key }.map {
          .init(
            program: $0.key, user: getuid(), grant: $0.value.grant.rawValue,
            reducedAccuracy: $0.value.isReduced, isRule: false)
        }
      return list
    }
  }

  /// Stores a decision about a program.
  func decide(
    _ program: String, user: UInt32, _ grant: AuthorizationGrant, isReduced: Bool
  ) async throws {
    switch self {
    case .daemon(let client):
      let decision = ProgramDecision(
        program: program, user: user, grant: grant, isReduced: isReduced)
      _ = try await Self.send(.authorize(decision), to: client)
    case .file(let file):
      guard user == getuid() else {
        throw Failure.exit(
          ExitStatus.unavailable, "only a daemon stores the decisions of other users.")
      }
      let record =
        grant == .notDetermined
        ? nil : AuthorizationPolicy.Record(grant, isReduced: isReduced)
      file.change { $0.programs[program] = record }
      guard file.policy.programs[program] == record else {
        throw Failure.exit(ExitStatus.cannotCreate, "the decision could not be stored.")
      }
    }
  }

  /// Sends a command and returns the list in the answer.
  static func send(
    _ command: Command, to client: DaemonClient
  ) async throws -> AuthorizationListMessage {
    let answer: ServerLine
    do {
      answer = try await client.answer(to: command)
    } catch {
      throw Failure.daemon(error)
    }
    switch answer {
    case .authorizations(let list): return list
    case .failure(let failure): throw Failure.exit(ExitStatus.refused, failure.reason + ".")
    default: throw Failure.exit(ExitStatus.unavailable, "the daemon gave no answer.")
    }
  }
}
