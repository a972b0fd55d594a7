import FoundationEssentials
import HeadingRuntime
import HeadingSensing
import HeadingStorage
import Logging

/// Saves the engine's state to a file every minute and at the end, and restores it at the start.
struct StateKeeper: Sendable {
  /// Longest period of state that a power failure loses.
  private static let interval = Duration.seconds(60)

  let file: URL
  let service: HeadingService
  let logger: Logger

  /// Restores the saved state; the engine checks it against the first samples.
  func restore() {
    AtomicFile.removeParts(of: file)
    do throws(StateError) {
      guard let state = try ServiceState.read(file) else { return }
      service.deliver(.restoredState(service.report.time, state.engine))
      logger.info("the state of the last run was taken up", metadata: ["file": "\(file.path)"])
    } catch {
      logger.warning("\(error)")
    }
  }

  /// Saves the state periodically until the task is cancelled, and then a last time.
  func run() async {
    // A failure is reported when the file cannot be written.
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    var complaint: StateError?
    while true {
      let isLast = (try? await Task.sleep(for: Self.interval)) == nil
      do throws(StateError) {
        try save()
        complaint = nil
      } catch {
        if error != complaint { logger.warning("\(error)") }
        complaint = error
      }
      if isLast { return }
    }
  }

  /// Saves the state, if there is one.
  func save() throws(StateError) {
    guard let state = service.restorableState else { return }
    try ServiceState(engine: state).write(to: file)
  }
}
