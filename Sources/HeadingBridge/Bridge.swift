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

  /// Longest time before the first announcement, for a bus whose search takes long.
  private static let firstSearchTime = Duration.seconds(10)

  /// Longest time that the threads have to stop their chips.
  private static let endTime = Duration.seconds(1)

  private let settings: BusSettings
  private let ports: @Sendable () -> [any BusPort]
  private let report: @Sendable (BridgeNotice) -> Void
  private let devices = ChipDevices()
  private let isEnded = Atomic(false)
  /// The buses that have a thread, and whether their first search is over.
  private let running = Mutex<[String: Bool]>([:])

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
  /// - Returns: The chips, by bus and address; the buses that another program has.
  package func list(selfTesting: Bool = false) -> (chips: [FoundChip], inUse: [String]) {
    var chips: [FoundChip] = []
    var inUse: [String] = []
    for port in ports() {
      let worker = worker(port)
      defer { worker.stop() }
      do throws(BusError) {
        chips += try worker.searchOnce(selfTesting: selfTesting)
      } catch {
        inUse.append(port.name)
      }
    }
    return (chips, inUse)
  }

  /// Serves until the task is cancelled.
  ///
  /// - Parameters:
  ///   - port: The TCP port; 0 takes a free one.
  ///   - access: Who may connect.
  ///   - announce: Receives the port when every bus was searched once, and again after each change
  ///     of the devices.
  /// - Throws: `DeviceServerError`.
  package func run(
    port: Int, access: PeerAccess, announce: @escaping @Sendable (_ port: Int) -> Void
  ) async throws {
    let server = DeviceServer { access.admits($0, $1) }
    try await server.serve(devices, host: Self.host, port: port) { port in
      self.startThreads()
      await withDiscardingTaskGroup { group in
        group.addTask {
          while (try? await Task.sleep(for: Self.busInterval)) != nil { self.startThreads() }
        }
        await self.wait(Self.firstSearchTime) { $0.values.allSatisfy { $0 } }
        var announced = self.devices.revision
        announce(port)
        self.report(BridgeNotice(isError: false, text: "listening on ip:\(Self.host):\(port)"))
        for await revision in self.devices.changes where revision != announced {
          announced = revision
          announce(port)
        }
      }
    }
    isEnded.store(true, ordering: .relaxed)
    // The threads stop their chips, also if this task is cancelled; a transaction that hangs is not
    // waited for.
    await Task.detached { await self.wait(Self.endTime) { $0.isEmpty } }.value
  }

  /// Waits until a condition holds for the threads, the time is over or the task is cancelled.
  private func wait(_ time: Duration, until condition: @Sendable ([String: Bool]) -> Bool) async {
    let end = ContinuousClock.now + time
    while !running.withLock({ condition($0) }), ContinuousClock.now < end {
      guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { return }
    }
  }

  private func startThreads() {
    for port in ports() {
      let isNew = running.withLock { running in
        guard running[port.name] == nil else { return false }
        running[port.name] = false
        return true
      }
      guard isNew else { continue }
      let isStarted = SystemThread.start { [self] in
        worker(port).run(
          until: { self.isEnded.load(ordering: .relaxed) },
          whenSearched: { self.running.withLock { $0[port.name] = true } })
        running.withLock { $0[port.name] = nil }
      }
      if isStarted { continue }
      running.withLock { $0[port.name] = nil }
      report(
        BridgeNotice(isError: true, text: "no thread for \(port.name): the system has none left"))
    }
  }

  private func worker(_ port: any BusPort) -> BusWorker {
    BusWorker(port, settings: settings, devices: devices, report: report)
  }
}
