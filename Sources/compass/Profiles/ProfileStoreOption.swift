import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingProtocol
import HeadingStorage

/// The folder of profiles, and the exit statuses of profile errors.
struct ProfileStoreOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of profiles; by default ~/.config/headingd/profiles and /etc/headingd/profiles.",
      valueName: "folder"))
  var folder: String?

  /// Shell completion of the sensors that have profiles.
  static let sensorNames = CompletionKind.custom { _, _, _ in
    let store = ProfileStore(environment: ProcessInfo.processInfo.environment)
    return Set(store.sensors.map(\.text)).sorted()
  }

  var store: ProfileStore {
    if let folder { return ProfileStore(folders: [URL(fileURLWithPath: folder)]) }
    return ProfileStore(environment: ProcessInfo.processInfo.environment)
  }

  /// Reports where the profile now in use takes effect.
  func report(_ profile: CalibrationProfile, for sensor: String) async {
    guard let folder else {
      return await DaemonUpdate.report(
        profile, for: sensor,
        withoutDaemon:
          "no daemon runs; compass and a daemon of this user use it from their next start on")
    }
    StandardStreams.writeError(
      Data("compass: this applies to \(PlainText.of(folder)); no daemon was notified\n".utf8))
  }

  /// Runs a function; converts a profile error to a message and an exit status.
  static func checked<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as ProfileError {
      let status =
        switch error {
        case .unreadable, .unknown: ExitStatus.noInput
        case .unwritable(_, _, let isMidway):
          isMidway ? ExitStatus.ioError : ExitStatus.cannotCreate
        case .ambiguous(let sensors): sensors.isEmpty ? ExitStatus.noInput : ExitStatus.usage
        default: ExitStatus.configuration
        }
      throw Failure.exit(status, "\(error).")
    }
  }
}
