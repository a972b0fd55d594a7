import Foundation
import HeadingOutputs
import HeadingRuntime
import HeadingStorage
import HeadingSystemd
import Logging
import Synchronization

@testable import HeadingServer

/// A daemon whose configuration is text, and what it logs.
final class DaemonRig: Sendable {
  let folder: URL
  let text: Mutex<String>
  let lines = Mutex<[String]>([])
  let looks = Mutex(0)

  init(_ folder: URL) {
    self.folder = folder
    text = Mutex("listen: {socket: \(folder.path)/s}")
  }

  func load() throws(ConfigurationError) -> ServiceConfiguration {
    try ServiceConfiguration(
      yaml: text.withLock { $0 }, path: "test", environment: [:], outputs: OutputKinds.all)
  }

  /// Finds sensors without a source; a profile that is named is read.
  func find(_ configuration: ServiceConfiguration) throws -> SensorSetup {
    looks.withLock { $0 += 1 }
    let sensors = configuration.sensors
    if let profile = sensors.profile {
      _ = try ProfileStore.read(URL(fileURLWithPath: profile), for: nil, date: nil)
    }
    return SensorSetup(name: sensors.uri ?? "first", isSimulated: true)
  }

  /// A log whose lines are kept.
  var log: ServiceLog {
    ServiceLog(isJournal: true) { [self] line in lines.withLock { $0.append(line) } }
  }

  /// A daemon that has not been run.
  func daemon(_ log: ServiceLog) -> HeadingDaemon {
    HeadingDaemon(
      load: { [self] in try load() }, find: { [self] in try find($0) }, manager: ServiceManager(),
      log: log, logger: Logger(label: "test") { log.handler($0) })
  }

  /// Waits until a line of the log contains a text.
  func wait(for part: String) async throws {
    while !lines.withLock({ $0.contains { $0.contains(part) } }) {
      try await Task.sleep(for: .milliseconds(10))
    }
  }
}
