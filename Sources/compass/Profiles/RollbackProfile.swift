import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingStorage

/// `compass profiles rollback`: returns to the previous calibration.
struct RollbackProfile: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollback",
    abstract: "Return to the last valid profile before the one in use; `use` selects a later one.")

  @Argument(
    help: "The sensor; by default the only one with profiles.",
    completion: ProfileStoreOption.sensorNames)
  var sensor: String?

  @OptionGroup var option: ProfileStoreOption

  func run() async throws {
    let used = try ProfileStoreOption.checked {
      () throws -> (sensor: String, profile: CalibrationProfile) in
      guard let keeper = try option.store.find(sensor).keeper else {
        throw Failure.exit(
          ExitStatus.usage, "\(sensor ?? "") is no sensor with stored profiles.")
      }
      guard let revision = keeper.previous else {
        throw Failure.exit(
          ExitStatus.noInput, "\(keeper.sensor) has no valid profile before the one in use.")
      }
      try keeper.use(revision)
      try StandardStreams.writeText(
        "\(keeper.sensor): revision \(revision.number) (\(revision.checksum)) is in use")
      return (keeper.sensor, try CalibrationProfile(contentsOf: revision.url))
    }
    await option.report(used.profile, for: used.sensor)
  }
}
