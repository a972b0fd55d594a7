import Foundation
import HeadingRuntime
import HeadingSensing
import HeadingStorage
import Logging

/// Keeps what the service knows in a file, every minute and at the end, and takes it up at the start.
struct StateKeeper: Sendable {
  /// A power cut loses this much at most.
  private static let interval = Duration.seconds(60)

  let file: URL
  let service: HeadingService
  let logger: Logger

  /// Hands what an earlier run knew to the engine, which checks it against the first samples.
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

  /// Keeps the state until the task is cancelled, and once more then.
  func run() async {
    // A folder that cannot be made is said when the file cannot be written.
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

  /// Keeps the state, if anything is known.
  func save() throws(StateError) {
    guard let state = service.restorableState else { return }
    try ServiceState(engine: state).write(to: file)
  }
}
