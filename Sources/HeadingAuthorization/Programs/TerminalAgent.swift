import FoundationEssentials
import Glibc
public import HeadingProtocol
import HeadingSystem

/// Agent that asks on the program's controlling terminal, if there is one.
public struct TerminalAgent: AuthorizationAgent {
  /// Creates the agent.
  public init() {}

  /// Whether the program has a controlling terminal.
  public var canAsk: Bool { Self.terminal != nil }

  private static var terminal: OpenFile? { try? OpenFile("/dev/tty", O_RDWR) }

  /// Repeats the question until a valid letter is typed.
  public func answer(_ question: AuthorizationQuestion) async -> AuthorizationAnswer? {
    await withCheckedContinuation { continuation in
      let isStarted = SystemThread.start { continuation.resume(returning: Self.ask(question)) }
      if !isStarted { continuation.resume(returning: nil) }
    }
  }

  private static func ask(_ question: AuthorizationQuestion) -> AuthorizationAnswer? {
    guard let terminal else {
      ProgramLog.say(
        "nobody can be asked; decide with `compass authorize allow --user-file "
          + "\(question.program)`")
      return nil
    }
    let (wish, answers) = choices(question.kind)
    let letters = answers.map { "[\($0.letter)] \($0.text)" }.joined(separator: "  ")
    let why = question.purpose.map { " (\"\(PlainText.of($0))\")" } ?? ""
    let line = "\(PlainText.of(question.program)) would like to \(wish)\(why): \(letters) "
    while true {
      guard (try? terminal.write(Array(line.utf8))) != nil, let typed = try? terminal.read(),
        let first = String(validating: typed, as: UTF8.self)?.lowercased().first
      else { return nil }
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
