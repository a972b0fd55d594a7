import FoundationEssentials
import HeadingRecording
import HeadingStorage

extension RecordingSetup.Configuration {
  /// Creates the record of a configuration, with the environment and arguments that override it.
  init(_ configuration: ServiceConfiguration) {
    self.init(
      yaml: configuration.text,
      environment: ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix("HEADINGD_") },
      arguments: Array(CommandLine.arguments.dropFirst()))
  }
}
