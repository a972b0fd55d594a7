import ArgumentParser

/// Spelling suggestions for command names.
enum CommandName {
  /// Error message for a word that is not a command where one is expected.
  ///
  /// - Parameters:
  ///   - words: The arguments.
  ///   - root: The program.
  /// - Returns: A sentence with the nearest names; `nil` if the error lies elsewhere.
  static func complaint(_ words: [String], below root: any ParsableCommand.Type) -> String? {
    var command = root
    var path = command._commandName
    for word in words {
      let commands = command.configuration.subcommands
      guard !commands.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
      guard let next = commands.first(where: { $0._commandName == word }) else {
        let names = commands.map { $0._commandName }
        let near = names.filter { distance($0, word) <= 2 || $0.hasPrefix(word) && !word.isEmpty }
        return "'\(word)' is not a command of `\(path)`; "
          + (near.isEmpty
            ? "there are \(names.joined(separator: ", "))."
            : "did you mean \(near.map { "`\(path) \($0)`" }.joined(separator: " or "))?")
      }
      command = next
      path += " " + word
    }
    return nil
  }

  /// Optimal string alignment distance: insertions, deletions, replacements and swaps of
  /// neighbours.
  static func distance(_ one: String, _ other: String) -> Int {
    let (a, b) = (Array(one.unicodeScalars.prefix(32)), Array(other.unicodeScalars.prefix(32)))
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        let replaced = rows[i][j] + (a[i] == b[j] ? 0 : 1)
        var best = min(replaced, rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
