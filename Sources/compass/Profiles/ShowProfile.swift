import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingStorage
import HeadingTerminal

/// `compass profiles show`: shows a profile.
struct ShowProfile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a profile.")

  @Argument(
    help: "The profile; by default that of the only sensor.",
    completion: ProfileStoreOption.sensorNames)
  var profile: String?

  @OptionGroup var option: ProfileStoreOption

  @Flag(help: "Print the profile's file.")
  var json = false

  func run() throws {
    try ProfileStoreOption.checked {
      let reference = try option.store.find(profile)
      let loaded = try CalibrationProfile(contentsOf: reference.url)
      if json {
        try StandardStreams.writeFile(Data(contentsOf: reference.url))
        return
      }
      let style = try UnitOptions.configuredStyle()
      try StandardStreams.writeText(
        ProfileText(style: style).text(loaded, title: reference.url.path), terminator: "")
    }
  }
}
