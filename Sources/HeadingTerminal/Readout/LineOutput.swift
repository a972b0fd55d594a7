import Glibc
import Synchronization

/// Non-blocking standard output for writers such as a thread that reads a sensor.
///
/// A line is written in the caller's thread if the system accepts it without blocking. Otherwise,
/// and always on a terminal, whose capacity is unknown, lines are queued; a full queue drops its
/// oldest lines.
final class LineOutput: Sendable {
  private struct State {
    /// Lines in the queue, including the one that is being written.
    var queued = 0
    var isClosed = false
    var failure: String?
  }

  /// Bytes that a ready pipe accepts without blocking (PIPE_BUF, limits.h on Linux).
  private static let atomicBytes = 4096

  /// F_SETPIPE_SZ of linux/fcntl.h, which Glibc's module does not have.
  private static let setPipeSize: CInt = 1031

  private let isTerminal = isatty(STDOUT_FILENO) == 1
  private let state = Mutex(State())
  private let queue: AsyncStream<[UInt8]>
  private let queueEnd: AsyncStream<[UInt8]>.Continuation

  /// Creates the output.
  ///
  /// - Parameter isLatestOnly: Whether a reader that is slower gets the newest line, of which one waits and a page
  ///   is in its pipe; otherwise up to 256 wait.
  init(isLatestOnly: Bool = false) {
    (queue, queueEnd) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingNewest(isLatestOnly ? 1 : 256))
    // Fails on anything but a pipe.
    if isLatestOnly { _ = fcntl(STDOUT_FILENO, Self.setPipeSize, CInt(Self.atomicBytes)) }
  }

  /// The error of the last write; `nil` if none failed or the reader closed the output.
  var failure: String? { state.withLock { $0.failure } }

  /// Writes or queues a line; drops it once the output is closed.
  func write(_ line: [UInt8]) {
    state.withLock { state in
      guard !state.isClosed else { return }
      if state.queued == 0, line.count <= Self.atomicBytes, isReady {
        if let code = Self.write(line) { close(&state, code) }
      } else if case .enqueued = queueEnd.yield(line) {
        state.queued += 1
      }
    }
  }

  /// Writes queued lines until the output is closed or the task is cancelled.
  func drain() async {
    for await line in queue {
      let code = Self.write(line)
      state.withLock { state in
        state.queued -= 1
        if let code { close(&state, code) }
      }
    }
  }

  /// Writes a line and blocks until it is written; returns whether it succeeded.
  func put(_ line: [UInt8]) -> Bool {
    guard let code = Self.write(line) else { return true }
    state.withLock { close(&$0, code) }
    return false
  }

  private func close(_ state: inout State, _ code: Int32) {
    state.isClosed = true
    if code != EPIPE { state.failure = unsafe String(cString: strerror(code)) }
    queueEnd.finish()
  }

  /// Whether a line can be written without blocking.
  private var isReady: Bool {
    guard !isTerminal else { return false }
    var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&request, 1, 0) == 1
  }

  /// Writes a whole line; returns `errno` on failure.
  private static func write(_ line: [UInt8]) -> Int32? {
    var rest = line[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { bytes in
        unsafe Glibc.write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
      }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}
