import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingProtocol

/// `compass schema`: prints the JSON Schema of the stream.
struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the JSON Schema of an update, for validators and code generators.",
    discussion: """
      EXAMPLES
        compass schema > update.schema.json
      """)

  func run() throws { try StandardStreams.write(Data(UpdateSchema.text.utf8)) }
}
