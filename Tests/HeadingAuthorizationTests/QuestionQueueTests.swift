import HeadingProtocol
import Testing

@testable import HeadingAuthorization

/// How many questions wait for an answer.
@Suite(.timeLimit(.minutes(5)))
struct QuestionQueueTests {
  private let questions = QuestionQueue()

  private func program(_ number: Int, of user: UInt32) -> PeerProgram {
    PeerProgram(
      executable: "/bin/\(number)", user: user,
      run: .init(process: Int32(number), start: UInt64(user)))
  }

  @Test func `a user's questions leave room for those of others`() async {
    let (most, users) = (QuestionQueue.maximumPerUser, [1000, 1001] as [UInt32])
    await withTaskGroup(of: AuthorizationAnswer?.self) { group in
      for user in users {
        for number in 0..<(most + 4) {
          let program = program(number, of: user)
          group.addTask { [questions] in
            await questions.answer(
              .init(kind: .whenInUse, program: program.executable, purpose: nil), from: program)
          }
        }
        // What is too much comes back without an answer, and only once the others wait.
        for _ in 0..<4 { #expect(await group.next() == .some(nil)) }
        #expect(questions.open.count { $0.user == user } == most)
      }
      #expect(questions.open.count == 2 * most && 2 * most < QuestionQueue.maximumCount)
      for question in questions.open { #expect(questions.take(.deny, to: question.question)) }
      for await answer in group { #expect(answer == .deny) }
    }
    #expect(questions.open.isEmpty)
  }
}
