import HeadingChips
import HeadingIIOServer
import HeadingSystem
import Synchronization

/// Drives chips in user space and serves them as IIO devices to clients on this machine.
///
/// A thread for each bus finds and polls its chips; the clients' connections read what it left.
package final class Bridge: Sendable {
  /// The default port, beside iiod's.
  package static let defaultPort = 30432

  /// Clients connect on this machine only.
  package static let host = "127.0.0.1"

  /// Time between two searches for buses.
  private static let busInterval = Duration.seconds(2)

  private let settings: BusSettings
  private let ports: @Sendable () -> [any BusPort]
  private let report: @Sendable (BridgeNotice) -> Void
  private let devices = ChipDevices()
  private let isEnded = Atomic(false)
  /// The buses that have a thread.
  private let running = Mutex<Set<String>>([])

  /// Creates a bridge.
  ///
  /// - Parameters:
  ///   - settings: What is looked for.
  ///   - ports: The buses that exist at present.
  ///   - report: Receives notices, from any thread; must not block.
  package init(
    settings: BusSettings = BusSettings(), ports: @escaping @Sendable () -> [any BusPort],
    report: @escaping @Sendable (BridgeNotice) -> Void
  ) {
    self.settings = settings
    self.ports = ports
    self.report = report
  }

  /// Searches every bus once, and stops the chips again.
  ///
  /// - Parameter selfTesting: Whether each chip's self-test is run.
  /// - Returns: The chips, by bus and address.
  package func list(selfTesting: Bool = false) -> [FoundChip] {
    ports().flatMap { port in
      let worker = worker(port)
      defer { worker.run { true } }
      return worker.searchOnce(selfTesting: selfTesting)
    }
  }

  /// Serves until the task is cancelled.
  ///
  /// - Parameters:
  ///   - port: The TCP port; 0 takes a free one.
  ///   - access: Who may connect.
  ///   - whenListening: Receives the port.
  /// - Throws: `DeviceServerError`, and errors of `whenListening`.
  package func run(
    port: Int, access: PeerAccess,
    whenListening: @Sendable (_ port: Int) throws -> Void
  ) async throws {
    let server = DeviceServer { access.admits($0, $1) }
    defer { isEnded.store(true, ordering: .relaxed) }
    try await server.serve(devices, host: Self.host, port: port) { port in
      try whenListening(port)
      while !Task.isCancelled {
        self.startThreads()
        do { try await Task.sleep(for: Self.busInterval) } catch { break }
      }
    }
    isEnded.store(true, ordering: .relaxed)
    // The threads stop their chips; a transaction that hangs is not waited for.
    await Task.detached {
      for _ in 0..<50 where !self.running.withLock({ $0.isEmpty }) {
        try? await Task.sleep(for: .milliseconds(20))
      }
    }.value
  }

  private func startThreads() {
    for port in ports() {
      guard running.withLock({ $0.insert(port.name).inserted }) else { continue }
      let isStarted = SystemThread.start { [self] in
        worker(port).run { self.isEnded.load(ordering: .relaxed) }
        _ = running.withLock { $0.remove(port.name) }
      }
      if isStarted { continue }
      _ = running.withLock { $0.remove(port.name) }
      report(
        BridgeNotice(isError: true, text: "no thread for \(port.name): the system has none left"))
    }
  }

  private func worker(_ port: any BusPort) -> BusWorker {
    BusWorker(port, settings: settings, devices: devices, report: report)
  }
}
