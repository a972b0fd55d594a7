import Foundation
import Glibc
import HeadingAuthorization
import HeadingClient
import HeadingProtocol
import HeadingRuntime
import HeadingTesting
import Synchronization
import Testing

@testable import HeadingServer

/// What a connected program sees of the place: what its user has granted, decided in the daemon.
@Suite(.timeLimit(.minutes(5)))
struct ProgramAuthorizationTests {
  /// The program that this test's connections come from.
  private static let program =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""

  private let folder: TemporaryFolder
  private let decisions: DecisionStore

  init() throws {
    folder = try TemporaryFolder()
    decisions = DecisionStore(
      file: folder.url.appendingPathComponent("decisions.json"),
      administrator: folder.url.appendingPathComponent("authorization.json")
    ) { Issue.record("\($0)") }
  }

  private func start(
    _ scope: ProgramAuthorizer.Scope = .announced, level: AccessLevel = .control,
    port: Int? = nil,
    recordings: (begin: @Sendable () -> Void, end: @Sendable () -> Void)? = nil
  ) async throws -> RunningServer {
    let authorizer = ProgramAuthorizer(
      scope: scope, decisions: decisions, radios: RadioSwitches(folder: "/nonexistent"))
    return try await RunningServer.start(authorizer: authorizer, recordings: recordings) {
      $0.policy.peers = [level: [.everyone]]
      $0.policy.tcp = .full
      $0.loopbackPort = port
    }
  }

  private func decide(_ grant: AuthorizationGrant?, isReduced: Bool = false) {
    let record = grant.map { AuthorizationPolicy.Record($0, isReduced: isReduced) }
    let isKept = decisions.decide(Self.program, user: getuid(), record)
    #expect(isKept)
  }

  /// One connection, and its lines as they come.
  private final class Connection {
    private var lines: ServerLines.Iterator

    init(_ address: ServerAddress, _ request: Request? = nil) {
      lines = DaemonClient(address, request: request).lines.makeAsyncIterator()
    }

    func next<Value>(_ wanted: (ServerLine) -> Value?) async throws -> Value {
      while let line = try await lines.next() {
        if let value = wanted(line) { return value }
      }
      throw CancellationError()
    }

    func update() async throws -> SolutionMessage {
      try await next { if case .update(let message) = $0 { message } else { nil } }
    }

    func authorization() async throws -> AuthorizationMessage {
      try await next { if case .authorization(let message) = $0 { message } else { nil } }
    }

    func question() async throws -> AuthorizationQuestionMessage {
      try await next { if case .question(let message) = $0 { message } else { nil } }
    }
  }

  private var announced: Request {
    var request = Request()
    request.authorization = true
    return request
  }

  private func message(_ time: Double) -> SolutionMessage {
    var message = Message.at(time)
    message.latitude = 47.3712
    message.longitude = 8.5423
    message.horizontalAccuracy = 3
    message.altitude = 408
    message.magneticHeading = 10
    message.trueHeading = 13.6
    message.declination = 3.6
    return message
  }

  @Test(arguments: [AuthorizationGrant.always, .denied])
  func `an identified program may record once it is granted everything`(
    grant: AuthorizationGrant
  ) async throws {
    decide(grant)
    let server = Mutex<HeadingServer?>(nil)
    let running = try await start(
      .everyone,
      recordings: (
        begin: {
          server.withLock { $0 }?.hold(RecordingStream.Piece.beginning([1, 2, 3]))
          server.withLock { $0 }?.send()
        }, end: {}
      ))
    server.withLock { $0 = running.server }
    var request = Request()
    request.contents = [.recording]
    let connection = Connection(running.address, request)
    func bytes() async throws -> Data? {
      try await connection.next {
        if case .recording(let message) = $0 { message.bytes } else { nil }
      }
    }
    if grant == .always {
      #expect(try await bytes() == Data([1, 2, 3]))
    } else {
      let error = await #expect(throws: HeadingClientError.self) { try await bytes() }
      #expect(try #require(error).description.contains("may not see everything"))
    }
    await running.stop()
  }

  @Test func `a location program receives what its user grants, from the decision on`()
    async throws
  {
    let running = try await start()
    let program = Connection(running.address, announced)
    let plain = Connection(running.address)
    _ = try await plain.next { if case .greeting = $0 { true } else { nil } }
    let first = try await program.authorization()
    #expect(first.program == Self.program && first.status == "not_determined")
    #expect(!first.reducedAccuracy && first.locationServices)

    func seen(_ time: Double) async throws -> SolutionMessage {
      running.server.publish(message(time))
      return try await program.update()
    }
    let nothing = try await seen(1)
    #expect(nothing.latitude == nil && nothing.longitude == nil && nothing.altitude == nil)
    #expect(nothing.horizontalAccuracy == nil)
    #expect(nothing.reasons.suffix(2) == ["place_withheld", "authorization_not_determined"])
    // A magnetic heading needs no grant; a true one tells of the place.
    #expect(nothing.magneticHeading == 10)
    #expect(nothing.trueHeading == nil && nothing.declination == nil)

    decide(.whenInUse)
    #expect(try await program.authorization().status == "when_in_use")
    let all = try await seen(2)
    #expect(all.latitude == 47.3712 && all.altitude == 408 && all.trueHeading == 13.6)

    decide(.whenInUse, isReduced: true)
    #expect(try await program.authorization().reducedAccuracy)
    let reduced = try await seen(3)
    #expect(abs((reduced.latitude ?? 0) - 47.375) < 1e-9 && reduced.horizontalAccuracy == 5000)
    #expect(reduced.altitude == nil)
    #expect(reduced.reasons.suffix(2) == ["place_reduced", "authorization_reduced"])

    decide(.denied)
    #expect(try await program.authorization().status == "denied")
    #expect(try await seen(4).reasons.last == "authorization_denied")
    #expect(try await seen(5).latitude == nil)

    // A client that does not say that it is one sees what `access` grants, as before.
    #expect(try await plain.update().latitude == 47.3712)
    await running.stop()
  }

  @Test func `if every client is authorized, unidentified and TCP clients receive no position`()
    async throws
  {
    let running = try await start(.everyone, port: 0)
    let port = try #require(running.server.port)
    let plain = Connection(running.address)
    let remote = Connection(.host("127.0.0.1", port: port))
    for connection in [plain, remote] {
      _ = try await connection.next { if case .greeting = $0 { true } else { nil } }
    }
    let judging = Connection(running.address, announced)
    _ = try await judging.authorization()
    running.server.publish(message(1))
    let silent = try await plain.update()
    #expect(silent.latitude == nil && silent.magneticHeading == 10)
    #expect(try await remote.update().reasons.last == "authorization_unknown_program")
    decide(.always)
    #expect(try await judging.authorization().status == "always")
    running.server.publish(message(2))
    #expect(try await plain.update().latitude == 47.3712)
    #expect(try await remote.update().latitude == nil)
    await running.stop()
  }

  @Test
  func
    `an unidentified program applies its own rules, unless every client is authorized`()
    async throws
  {
    for scope in [ProgramAuthorizer.Scope.announced, .everyone] {
      let running = try await start(scope, port: 0)
      let port = try #require(running.server.port)
      let remote = Connection(.host("127.0.0.1", port: port), announced)
      if scope == .everyone {
        let told = try await remote.authorization()
        #expect(told.status == "denied" && told.program.isEmpty)
      } else {
        let reason = try await remote.next {
          if case .failure(let failure) = $0 { failure.reason } else { nil }
        }
        #expect(reason.contains("does not name"))
      }
      running.server.publish(message(1))
      #expect(try await remote.update().latitude == (scope == .everyone ? nil : 47.3712))
      await running.stop()
    }
  }

  @Test func `pending requests are limited, and excess ones are refused with the reason`()
    async throws
  {
    let running = try await start()
    let client = try RawClient(path: running.path)
    let ask = #"{"class":"command","command":"request_authorization","wish":"always"}"# + "\n"
    for _ in 0..<10 { client.send(ask.utf8) }
    let lines = await client.lines { $0.contains("too many requests wait") }
    #expect(lines.last?.contains("failure") == true)
    while running.authorizer?.questions.open.isEmpty ?? false { await Task.yield() }
    #expect(running.authorizer?.questions.open.count == 1)
    await running.stop()
  }

  @Test func `the heading can need a grant too`() async throws {
    try folder.put("authorization.json", #"{"heading_needs_authorization":true}"#)
    _ = decisions.refresh()
    let running = try await start()
    let program = Connection(running.address, announced)
    #expect(try await program.authorization().headingNeedsAuthorization)
    running.server.publish(message(1))
    let seen = try await program.update()
    #expect(seen.magneticHeading == nil && seen.attitude == nil && seen.field == nil)
    #expect(seen.reasons.contains("heading_withheld"))
    await running.stop()
  }

  @Test
  func `a question reaches the agent, its answer is stored, and a decided user is not asked again`()
    async throws
  {
    let running = try await start()
    var request = Request()
    request.contents = [.questions]
    let agent = Connection(running.address, request)
    _ = try await agent.next { if case .request(let held) = $0 { held } else { nil } }
    async let asking = DaemonClient(running.address)
      .answer(to: .requestAuthorization(.whenInUse))
    let question = try await agent.question()
    #expect(question.program == Self.program && question.user == getuid() && question.isOpen)
    #expect(question.wish == "when_in_use")
    let reply = Command.answer(.whenInUse, question: question.question)
    guard
      case .authorizations(let list) = try await DaemonClient(running.address).answer(to: reply)
    else {
      Issue.record("no list")
      return
    }
    #expect(list.questions.isEmpty)
    guard case .authorization(let answer) = try await asking else {
      Issue.record("no answer")
      return
    }
    #expect(answer.status == "when_in_use" && answer.asked == true)
    #expect(try await agent.question().isOpen == false)
    #expect(decisions.decisions.map(\.record.grant) == [.whenInUse])
    // Decided once: no second question.
    guard
      case .authorization(let again) = try await DaemonClient(running.address).answer(
        to: .requestAuthorization(.whenInUse))
    else {
      Issue.record("no answer")
      return
    }
    #expect(again.asked == false && again.status == "when_in_use")
    guard case .failure(let late) = try await DaemonClient(running.address).answer(to: reply)
    else {
      Issue.record("answered twice")
      return
    }
    #expect(late.reason.contains("no such question"))
    await running.stop()
  }

  @Test func `commands require the right to control`() async throws {
    let running = try await start(level: .full)
    let decision = ProgramDecision(program: Self.program, grant: .always)
    for command in [Command.authorizations, .authorize(decision), .answer(.always, question: 1)] {
      guard
        case .failure(let failure) = try await DaemonClient(running.address).answer(to: command)
      else {
        Issue.record("followed: \(command)")
        continue
      }
      #expect(failure.reason.contains("may not give orders"))
    }
    var request = Request()
    request.contents = [.questions]
    let agent = Connection(running.address, request)
    await #expect(throws: HeadingClientError.self) { try await agent.question() }
    #expect(decisions.decisions.isEmpty)
    await running.stop()
  }
}
