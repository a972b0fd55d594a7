import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingStorage

/// `compass profiles export`: writes a profile to a file.
struct ExportProfile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a profile to a file, or to standard output.")

  @Argument(
    help: "The profile; by default that of the only sensor.",
    completion: ProfileStoreOption.sensorNames)
  var profile: String?

  @Option(help: ArgumentHelp("The file; by default standard output.", valueName: "file"))
  var output: String?

  @OptionGroup var option: ProfileStoreOption

  func run() throws {
    try ProfileStoreOption.checked {
      let loaded = try CalibrationProfile(contentsOf: try option.store.find(profile).url)
      if let output, output != "-" {
        try loaded.write(to: URL(fileURLWithPath: output))
      } else {
        try StandardStreams.writeFile(loaded.content())
      }
    }
  }
}
