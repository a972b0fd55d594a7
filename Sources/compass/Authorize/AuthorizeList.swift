import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingProtocol

/// `compass authorize list`.
struct AuthorizeList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the decisions and the open questions.")

  @OptionGroup var location: DecisionOptions

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() async throws {
    let list = try await DecisionLocation.find(location).list()
    if json { return try StandardStreams.write(try MessageCoder().line(list)) }
    if !list.locationServices { try StandardStreams.writeLine("location is off for all programs") }
    if list.decisions.isEmpty, list.questions.isEmpty, list.omitted == 0 {
      try StandardStreams.writeLine("there are no decisions and no open questions")
    }
    for decision in list.decisions {
      var words = [
        PlainText.of(decision.program), decision.user.map { "user \($0)" } ?? "all users",
      ]
      words.append(decision.grant)
      words.append(decision.reducedAccuracy ? "reduced accuracy" : "full accuracy")
      if decision.isRule { words.append("by the administrator") }
      try StandardStreams.writeLine(words.joined(separator: "\t"))
    }
    if list.omitted > 0 { try StandardStreams.writeLine("and \(list.omitted) more") }
    for question in list.questions {
      try StandardStreams.writeLine(
        "\(PlainText.of(question.program))\tuser \(question.user)\tasks: \(question.wish)")
    }
  }
}
