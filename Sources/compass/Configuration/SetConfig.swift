import ArgumentParser
import FoundationEssentials
import HeadingArguments
package import HeadingStorage

extension UserConfiguration.Key: ExpressibleByArgument {}

/// `compass config set`: changes a value.
struct SetConfig: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set a value; remove it if none is given.")

  @Argument(help: "The key: place, units, coordinates, mount or uri.")
  var key: UserConfiguration.Key

  // A position in the south begins with a minus.
  @Argument(
    parsing: .allUnrecognized, help: "The value.",
    completion: .list(UserConfiguration.unitNames + UserConfiguration.coordinateNames))
  var value: [String] = []

  private var text: String { value.joined(separator: " ") }

  mutating func validate() throws {
    guard !value.isEmpty else { return }
    if let complaint = UserConfiguration.complaint(text, key) { throw ValidationError(complaint) }
    guard key == .mount || key == .uri else { return }
    do {
      _ = try SourceOptions.parse(["--\(key.rawValue)", text])
    } catch {
      throw ValidationError(SourceOptions.message(for: error))
    }
  }

  func run() throws {
    // Values of environment variables must not be written into the file.
    let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("COMPASS_") }
    guard let url = UserConfiguration.url(environment: environment) else {
      throw Failure.exit(ExitStatus.cannotCreate, "there is no home folder: set $XDG_CONFIG_HOME.")
    }
    var configuration = try UserConfiguration.read(environment: environment)
    configuration.values[key] = value.isEmpty ? nil : text
    do {
      try configuration.write(to: url)
    } catch {
      throw Failure.writing(url.path, error)
    }
    try StandardStreams.writeLine(
      value.isEmpty ? "\(key.rawValue) is removed" : "\(key.rawValue) is \(text)")
  }
}
