import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingStorage

/// `compass profiles use`: uses a stored profile.
struct UseProfile: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "use", abstract: "Use a stored profile; the others are kept.")

  @Argument(
    help: "The profile: REVISION or SENSOR:REVISION; see `compass profiles list`.",
    completion: ProfileStoreOption.sensorNames)
  var profile: String

  @OptionGroup var option: ProfileStoreOption

  func run() async throws {
    let used = try ProfileStoreOption.checked {
      () throws -> (sensor: String, profile: CalibrationProfile) in
      let reference = try option.store.find(profile)
      guard let keeper = reference.keeper else {
        throw Failure.exit(
          ExitStatus.usage,
          "\(profile) is a file; `compass profiles import` stores it.")
      }
      // A sensor without revision means its latest profile.
      guard let revision = reference.revision ?? keeper.revisions.last else {
        throw ProfileError.unknown(
          name: profile, folder: keeper.activeURL.deletingLastPathComponent().path)
      }
      try keeper.use(revision)
      try StandardStreams.writeText(
        "\(keeper.sensor): revision \(revision.number) (\(revision.checksum)) is in use")
      return (keeper.sensor, try CalibrationProfile(contentsOf: revision.url))
    }
    await option.report(used.profile, for: used.sensor)
  }
}
