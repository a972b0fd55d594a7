import ArgumentParser
import FoundationEssentials

/// Spelling suggestions for option names.
///
/// The parser reports a missing argument first, and then does not report the mistyped option.
enum UnknownOption {
  /// Error message for the first option that the command does not have.
  ///
  /// - Parameters:
  ///   - words: The arguments.
  ///   - root: The program.
  /// - Returns: A sentence with the nearest name; `nil` if the error lies elsewhere.
  static func complaint(_ words: [String], below root: any ParsableCommand.Type) -> String? {
    var command = root
    var path = root._commandName
    var rest = words[...]
    while let next = command.configuration.subcommands.first(where: {
      $0._commandName == rest.first
    }) {
      command = next
      path += " " + rest.removeFirst()
    }
    while let next = command.configuration.defaultSubcommand { command = next }
    let options = declared(by: command)
    while let word = rest.popFirst(), word != "--" {
      guard let option = name(in: word), !builtIn.contains(option) else { continue }
      guard let takesValue = options[option] else {
        let near = options.keys.filter { $0.count > 2 && !builtIn.contains($0) }
          .map { (name: $0, distance: CommandName.distance($0, option)) }
          .filter { $0.distance <= 3 }.min { ($0.distance, $0.name) < ($1.distance, $1.name) }
        return "Unknown option '\(option)'. "
          + (near.map { "Did you mean '\($0.name)'?" } ?? "See '\(path) --help'.")
      }
      if takesValue, !word.contains("=") { _ = rest.popFirst() }
    }
    return nil
  }

  /// Options of the parser itself.
  private static let builtIn: Set = ["--help", "-h", "--help-hidden", "--version"]

  /// The option that a word names; `nil` for values, including negative numbers and `-`.
  private static func name(in word: String) -> String? {
    if word.hasPrefix("--") { return String(word.prefix { $0 != "=" }) }
    let letter = word.dropFirst().first
    return word.hasPrefix("-") && letter?.isLetter == true ? String(word.prefix(2)) : nil
  }

  /// The declared option names, with their dashes, and whether each takes a value.
  private static func declared(by command: any ParsableCommand.Type) -> [String: Bool] {
    let dump = try? JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8))
    var options: [String: Bool] = [:]
    for argument in dump?.command.arguments ?? [] {
      for name in argument.names ?? [] {
        options[(name.kind == "long" ? "--" : "-") + name.name] = argument.kind == "option"
      }
    }
    return options
  }

  /// The options in the parser's description of a command.
  private struct Dump: Decodable {
    struct Command: Decodable { var arguments: [Argument]? }
    struct Argument: Decodable {
      var kind: String
      var names: [Name]?
    }
    struct Name: Decodable {
      var kind: String
      var name: String
    }
    var command: Command
  }
}
