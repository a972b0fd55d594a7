import Glibc
package import Logging

/// One logger's way into the process's log.
package struct ServiceLogHandler: LogHandler {
  let log: ServiceLog

  /// Attached to every message.
  package var metadata: Logger.Metadata = [:]

  init(log: ServiceLog) { self.log = log }

  /// The log's level; the same for all loggers.
  package var logLevel: Logger.Level {
    get { log.level }
    set { log.level = newValue }
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var text = "\(event.message)"
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    for (key, value) in all.sorted(by: { $0.key < $1.key }) { text += " \(key)=\(value)" }
    log.put(event.level, text, at: Self.now)
  }

  private static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
