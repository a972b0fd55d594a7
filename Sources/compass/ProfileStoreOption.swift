import ArgumentParser
import Foundation
import HeadingArguments
import HeadingStorage

/// Where profiles are kept, and how what is wrong with them ends the program.
struct ProfileStoreOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of profiles; ~/.config/headingd/profiles and /etc/headingd/profiles without it.",
      valueName: "folder"))
  var folder: String?

  var store: ProfileStore {
    if let folder { return ProfileStore(folders: [URL(fileURLWithPath: folder)]) }
    return ProfileStore(environment: ProcessInfo.processInfo.environment)
  }

  /// Runs what may find a profile wrong; ends the program with a sentence and a status if it does.
  static func checked<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as ProfileError {
      let status =
        switch error {
        case .unreadable, .unknown: ExitStatus.noInput
        case .unwritable: ExitStatus.cannotCreate
        case .ambiguous: ExitStatus.usage
        default: ExitStatus.configuration
        }
      throw Failure.exit(status, "\(error).")
    }
  }
}
