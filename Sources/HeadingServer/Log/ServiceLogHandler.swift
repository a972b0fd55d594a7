import Glibc
package import Logging

/// Log handler of one logger, which writes to the process's log.
package struct ServiceLogHandler: LogHandler {
  let log: ServiceLog

  /// Attached to every message.
  package var metadata: Logger.Metadata = [:]

  private let isAudit: Bool

  init(log: ServiceLog, isAudit: Bool) {
    self.log = log
    self.isAudit = isAudit
  }

  /// The log's level; common to all loggers except the audit logger.
  package var logLevel: Logger.Level {
    get { isAudit ? min(.notice, log.level) : log.level }
    set { log.level = newValue }
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var text = "\(event.message)"
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    for (key, value) in all.sorted(by: { $0.key < $1.key }) {
      text += " \(key)=\(Self.quoted("\(value)"))"
    }
    log.put(event.level, text, at: Self.now, isAudit: isAudit)
  }

  /// Quotes a value as one word, so that external text cannot imitate another key.
  private static func quoted(_ value: String) -> String {
    let isWord = !value.isEmpty && !value.contains { $0.isWhitespace || "\"\\=".contains($0) }
    if isWord { return value }
    return "\""
      + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
