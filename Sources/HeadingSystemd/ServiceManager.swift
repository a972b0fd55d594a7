import CSystemd
import Glibc
import HeadingProtocol

/// The service manager that started this process, systemd; without one every call does nothing.
package struct ServiceManager: Sendable {
  /// A notification to the manager, see sd_notify(3).
  package enum State: Sendable, Hashable {
    /// The service has its first heading.
    case ready
    /// The configuration is being reloaded; ``ready`` follows.
    case reloading
    /// The service is stopping.
    case stopping
    /// Watchdog keep-alive: samples arrive and lines are sent; without it the manager restarts the
    /// service.
    case alive
    /// One line for `systemctl status`.
    case status(String)
  }

  /// Watchdog timeout between two ``State/alive``, s; `nil` without a watchdog.
  package let watchdogLimit: Double?

  /// Reads the watchdog timeout from the environment.
  package init() {
    var microseconds: UInt64 = 0
    watchdogLimit =
      unsafe sd_watchdog_enabled(0, &microseconds) > 0 ? Double(microseconds) * 1e-6 : nil
  }

  /// Notifies the manager.
  package func notify(_ state: State) {
    let text =
      switch state {
      case .ready: "READY=1"
      case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(Self.monotonicMicroseconds)"
      case .stopping: "STOPPING=1"
      case .alive: "WATCHDOG=1"
      case .status(let line): "STATUS=" + PlainText.of(line)
      }
    _ = unsafe sd_notify(0, text)
  }

  /// Returns the listening stream sockets of socket activation; call it once.
  package func inheritedSockets() -> [CInt] {
    let count = sd_listen_fds(1)
    guard count > 0 else { return [] }
    return (0..<count).map { $0 + SD_LISTEN_FDS_START }
      .filter { sd_is_socket($0, AF_UNSPEC, CInt(SOCK_STREAM.rawValue), 1) > 0 }
  }

  /// Whether standard error goes to the journal, which understands level prefixes.
  package static var logsToJournal: Bool {
    guard let stream = unsafe getenv("JOURNAL_STREAM") else { return false }
    var status = stat()
    guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
    return unsafe String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
  }

  private static var monotonicMicroseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
