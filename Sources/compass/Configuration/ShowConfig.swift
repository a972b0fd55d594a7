import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingStorage
import HeadingSystem
import HeadingTerminal

/// `compass config show`: shows the configuration.
struct ShowConfig: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show all values and the permitted ones.")

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let values = try UserConfiguration.current().values
    if json {
      let pairs = values.map { ($0.key.rawValue, $0.value as Any?) }
      return try StandardStreams.write(
        JSONLineObject.data(Dictionary(uniqueKeysWithValues: pairs)))
    }
    for key in UserConfiguration.Key.allCases {
      let name = key.rawValue.padding(to: 13)
      let variable = "COMPASS_" + key.rawValue.uppercased()
      let isVariable = ProcessInfo.processInfo.environment[variable] != nil
      let value = values[key].map { $0 + (isVariable ? "    (from $\(variable))" : "") }
      try StandardStreams.writeLine(name + (value ?? "-    (\(key.meaning))"))
    }
  }
}
