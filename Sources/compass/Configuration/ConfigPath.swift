import ArgumentParser
import FoundationEssentials
import HeadingArguments
import HeadingStorage

/// `compass config path`: prints the path of the configuration file.
struct ConfigPath: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print the path of the file, even if it does not exist.")

  func run() throws {
    guard let url = UserConfiguration.url(environment: ProcessInfo.processInfo.environment) else {
      throw Failure.exit(ExitStatus.unavailable, "there is no home folder: set $XDG_CONFIG_HOME.")
    }
    try StandardStreams.writeLine(url.path)
  }
}
