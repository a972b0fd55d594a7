import Foundation
import HeadingClient
import HeadingGeometry
import HeadingRuntime
import HeadingSensing
import HeadingServer
import HeadingSimulation
import HeadingStorage
import HeadingSystemd
import HeadingTesting
import Logging
import ServiceLifecycle

/// The whole daemon in this process, with simulated sensors, at a socket in a folder of its own.
final class RunningDaemon: Sendable {
  private let folder: TemporaryFolder
  private let group: ServiceGroup
  private let running: Task<Void, any Error>

  /// The address of its socket.
  let address: ServerAddress

  /// Starts a daemon and waits until it listens.
  ///
  /// - Parameters:
  ///   - scenario: The simulated board and its motion.
  ///   - fixes: Rate of the fixes, Hz; 0 without a receiver.
  ///   - folder: The folder of the socket, for a daemon that follows another at the same address.
  /// - Throws: Why there is no folder or no such scenario.
  init(
    _ scenario: String = "pose:heading=45", fixes: Double = 1, in folder: TemporaryFolder? = nil
  ) async throws {
    let folder = try folder ?? TemporaryFolder()
    let path = folder.url.path + "/s"
    let scenario = try Scenario.named(scenario)
    let log = ServiceLog(isJournal: true) { _ in }
    let daemon = HeadingDaemon(
      load: {
        try ServiceConfiguration(yaml: "listen: {socket: \(path)}", path: "test", environment: [:])
      },
      find: { _ in
        var setup = SensorSetup(name: "simulation", isSimulated: true)
        setup.sensor = SensorIdentity(
          name: "lis3mdl", busAddress: SensorIdentity.simulatedBus)
        setup.mounts = [.magnetometer: .identity]
        setup.store = ProfileStore(folders: [folder.url.appending(path: "profiles")])
        setup.sources = [SimulationSource(scenario, fixes: fixes)]
        return setup
      },
      manager: ServiceManager(), log: log, logger: Logger(label: "test") { log.handler($0) })
    self.folder = folder
    let group = ServiceGroup(
      services: [daemon, daemon.supervision], logger: Logger(label: "test") { log.handler($0) })
    self.group = group
    address = .socket(path)
    running = Task { try await group.run() }
    while !FileManager.default.fileExists(atPath: path) {
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Stops the daemon and waits for its end.
  func stop() async throws {
    await group.triggerGracefulShutdown()
    try await running.value
  }

  /// Stops the daemon and starts another one at the same address.
  func restart() async throws -> RunningDaemon {
    try await stop()
    return try await RunningDaemon(in: folder)
  }
}
