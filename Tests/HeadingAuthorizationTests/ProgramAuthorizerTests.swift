import Foundation
import Glibc
import HeadingProtocol
import HeadingTesting
import Testing

@testable import HeadingAuthorization

/// What holds for a process as long as it is connected.
@Suite(.timeLimit(.minutes(5)))
struct ProgramAuthorizerTests {
  @Test func `the grant once lasts as long as the process is connected`() async throws {
    let folder = try TemporaryFolder()
    let decisions = DecisionStore(
      file: nil, administrator: folder.url.appendingPathComponent("authorization.json")
    ) { Issue.record("\($0)") }
    let authorizer = ProgramAuthorizer(
      scope: .announced, decisions: decisions, radios: RadioSwitches(folder: "/nonexistent"))
    let credentials = PeerCredentials(process: getpid(), user: getuid(), group: getgid())
    let (changes, change) = AsyncStream.makeStream(of: Void.self)
    let first = try #require(await authorizer.enter(credentials, handle: -1) { change.yield() })
    let second = try #require(await authorizer.enter(credentials, handle: -1) {})
    let (questions, output) = AsyncStream.makeStream(of: AuthorizationQuestionMessage.self)
    let agent = authorizer.questions.add { output.yield($0) }
    first.center.requestWhenInUse()
    for await question in questions {
      #expect(authorizer.questions.take(.once, to: question.question))
      break
    }
    for await _ in changes { break }
    #expect(first.center.current.grant == .whenInUse)
    authorizer.leave(first)
    #expect(second.center.current.grant == .whenInUse)
    authorizer.leave(second)
    let third = try #require(await authorizer.enter(credentials, handle: -1) {})
    #expect(third.center.current.grant == .notDetermined)
    #expect(decisions.decisions.isEmpty)
    // A question of a program that hangs up is over.
    third.center.requestAlways()
    var isOpen: [Bool] = []
    for await question in questions where question.wish == "always" {
      isOpen.append(question.isOpen)
      if isOpen.count == 2 { break }
      authorizer.leave(third)
    }
    #expect(isOpen == [true, false] && authorizer.questions.open.isEmpty)
    authorizer.questions.remove(agent)
  }
}
