import Glibc
import HeadingProtocol
import HeadingSystemd
package import Logging
import Synchronization

/// The process's log on standard error: one line per message, rate-limited, with adjustable level.
///
/// Each line begins with its level: in the journal as the prefix of sd-daemon(3), else by name.
package final class ServiceLog: Sendable {
  private struct State {
    var level = Logger.Level.info
    var limit = LogRateLimit()
    var auditLimit = LogRateLimit()
  }

  private let state = Mutex(State())
  private let isJournal: Bool
  private let write: @Sendable (String) -> Void

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - isJournal: Whether lines begin with a level prefix such as `<6>`.
  ///   - write: Takes a line with its line end; standard error unless given.
  package init(
    isJournal: Bool = ServiceManager.logsToJournal,
    write: @escaping @Sendable (String) -> Void = ServiceLog.standardError
  ) {
    self.isJournal = isJournal
    self.write = write
  }

  /// The lowest level that is written.
  package var level: Logger.Level {
    get { state.withLock { $0.level } }
    set { state.withLock { $0.level = newValue } }
  }

  /// Creates a handler that writes to this log, for `LoggingSystem.bootstrap`.
  ///
  /// Messages of the audit log are written at every level, under a rate limit of their own.
  ///
  /// - Parameter label: The logger's.
  /// - Returns: The handler.
  package func handler(_ label: String) -> ServiceLogHandler {
    ServiceLogHandler(log: self, isAudit: label == AuditLog.label)
  }

  /// Writes to standard error; a line is one write, so lines of several threads do not mix.
  package static let standardError: @Sendable (String) -> Void = {
    [stream = LogStream(STDERR_FILENO)] in
    stream.write($0)
  }

  func put(_ level: Logger.Level, _ text: String, at now: Double, isAudit: Bool = false) {
    let admitted = state.withLock {
      isAudit ? $0.auditLimit.admits(at: now) : $0.limit.admits(at: now)
    }
    guard let missed = admitted else { return }
    if missed > 0 { put(.warning, "\(missed) messages were left out: too many a second") }
    put(level, text)
  }

  private func put(_ level: Logger.Level, _ text: String) {
    // Keeps one message on one line, whatever text a driver or a peer supplies.
    let line = PlainText.of(String(text.map { $0.isNewline ? " " : $0 }))
    write((isJournal ? Self.journalPrefix(level) : "\(level): ") + line + "\n")
  }

  private static func journalPrefix(_ level: Logger.Level) -> String {
    switch level {
    case .trace, .debug: "<7>"
    case .info: "<6>"
    case .notice: "<5>"
    case .warning: "<4>"
    case .error: "<3>"
    case .critical: "<2>"
    }
  }
}
