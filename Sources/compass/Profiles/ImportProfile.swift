import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingProtocol
import HeadingStorage

/// `compass profiles import`: stores a profile from a file and uses it.
struct ImportProfile: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Store a profile from a file and use it; the previous one is kept.")

  @Argument(help: "The file; - is standard input.")
  var file: String

  @Option(
    help: ArgumentHelp(
      "The sensor it is for, NAME or NAME@BUS; overrides that of the file.",
      valueName: "sensor"), completion: ProfileStoreOption.sensorNames)
  var sensor: String?

  @OptionGroup var option: ProfileStoreOption

  func run() async throws {
    let used = try ProfileStoreOption.checked {
      () throws -> (sensor: String, profile: CalibrationProfile)? in
      let profile =
        file == "-"
        ? try CalibrationProfile(
          content: InputFile.content(file), path: "standard input")
        : try CalibrationProfile(contentsOf: URL(fileURLWithPath: file))
      if let sensor, SensorIdentity(text: sensor) == nil {
        throw Failure.exit(
          ExitStatus.usage,
          "--sensor \(PlainText.of(sensor)) is no sensor's name: give NAME or NAME@BUS as `compass devices` "
            + "shows it, of letters, digits, - _ and dots.")
      }
      guard let owner = sensor.flatMap({ SensorIdentity(text: $0) }) ?? profile.sensor else {
        throw Failure.exit(
          ExitStatus.usage,
          "\(file) does not say which sensor it is for; give --sensor NAME, the chip's name as "
            + "`compass devices` shows it.")
      }
      let revision = try option.store.save(profile, for: owner)
      let isRefused = profile.isSimulated && !owner.isSimulated
      try StandardStreams.writeText(
        "\(owner.text): revision \(revision.number) (\(revision.checksum)) "
          + (isRefused ? "is stored, but not used" : "is in use"))
      if isRefused {
        StandardStreams.writeError(
          Data(
            "compass: \(file) was made with SIMULATED sensors: \(owner.text) refuses it unless it is simulated\n"
              .utf8))
      }
      return isRefused ? nil : (owner.text, profile)
    }
    if let used { await option.report(used.profile, for: used.sensor) }
  }
}
