import Foundation
import HeadingRecording
import HeadingStorage

extension RecordingSetup.Configuration {
  /// A service's configuration, and what the environment and the arguments put in its place.
  init(_ configuration: ServiceConfiguration) {
    self.init(
      yaml: configuration.text,
      environment: ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix("HEADINGD_") },
      arguments: Array(CommandLine.arguments.dropFirst()))
  }
}
