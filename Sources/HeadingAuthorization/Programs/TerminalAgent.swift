import Foundation
public import HeadingProtocol

/// Agent that asks on the program's controlling terminal, if there is one.
public struct TerminalAgent: AuthorizationAgent {
  /// Creates the agent.
  public init() {}

  /// Whether the program has a controlling terminal.
  public var canAsk: Bool { FileHandle(forUpdatingAtPath: "/dev/tty") != nil }

  /// Repeats the question until a valid letter is typed.
  public func answer(_ question: AuthorizationQuestion) async -> AuthorizationAnswer? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: Self.ask(question)) }
    }
  }

  private static func ask(_ question: AuthorizationQuestion) -> AuthorizationAnswer? {
    guard let terminal = FileHandle(forUpdatingAtPath: "/dev/tty") else {
      ProgramLog.say(
        "nobody can be asked; decide with `compass authorize allow \(question.program)`")
      return nil
    }
    let (wish, answers) = choices(question.kind)
    let letters = answers.map { "[\($0.letter)] \($0.text)" }.joined(separator: "  ")
    let why = question.purpose.map { " (\"\(PlainText.of($0))\")" } ?? ""
    let line = "\(PlainText.of(question.program)) would like to \(wish)\(why): \(letters) "
    while true {
      terminal.write(Data(line.utf8))
      let typed = terminal.availableData
      guard let first = String(bytes: typed, encoding: .utf8)?.lowercased().first else {
        return nil
      }
      if let answer = answers.first(where: { $0.letter == first }) { return answer.answer }
    }
  }

  private typealias Choice = (letter: Character, text: String, answer: AuthorizationAnswer)

  private static func choices(_ kind: AuthorizationQuestion.Kind) -> (String, [Choice]) {
    let whileRunning: Choice = ("w", "while it runs", .whenInUse)
    let once: Choice = ("o", "once", .once)
    let no: Choice = ("n", "no", .deny)
    return switch kind {
    case .whenInUse: ("know where you are", [whileRunning, once, no])
    case .always:
      ("know where you are at any time", [("a", "at any time", .always), whileRunning, once, no])
    case .upgrade:
      (
        "know where you are also when it does not run",
        [("k", "keep: only while it runs", .whenInUse), ("c", "change: at any time", .always)]
      )
    case .fullAccuracy: ("know exactly where you are, this time", [("y", "yes", .once), no])
    }
  }
}
