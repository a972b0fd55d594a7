import Glibc
import Synchronization

/// Non-blocking output for writers such as a thread that reads a sensor.
///
/// A line is written in the caller's thread if the system accepts it without blocking. Otherwise,
/// and always on a terminal, whose capacity is unknown, lines wait; a full queue drops its oldest
/// lines.
final class LineOutput: Sendable {
  private struct State {
    /// Lines that wait, oldest first.
    var waiting: [[UInt8]] = []
    /// Whether `drain` is writing a line.
    var isWriting = false
    var isClosed = false
    var failure: String?
  }

  /// Bytes that a ready pipe accepts without blocking (PIPE_BUF, limits.h on Linux).
  private static let atomicBytes = 4096

  /// F_SETPIPE_SZ of linux/fcntl.h, which Glibc's module does not have.
  private static let setPipeSize: CInt = 1031

  private let descriptor: CInt
  private let limit: Int
  private let isTerminal: Bool
  private let state = Mutex(State())
  private let arrivals: AsyncStream<Void>
  private let arrival: AsyncStream<Void>.Continuation

  /// Creates the output.
  ///
  /// - Parameters:
  ///   - isLatestOnly: Whether a reader that is slower gets the newest line, of which one waits and one is in its
  ///     pipe; otherwise up to 256 wait.
  ///   - descriptor: The open file; standard output by default.
  init(isLatestOnly: Bool = false, descriptor: CInt = STDOUT_FILENO) {
    self.descriptor = descriptor
    limit = isLatestOnly ? 1 : 256
    isTerminal = isatty(descriptor) == 1
    (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    // A pipe of one page is writable (POLLOUT) only while it is empty. Fails on anything but a pipe.
    if isLatestOnly { _ = fcntl(descriptor, Self.setPipeSize, CInt(Self.atomicBytes)) }
  }

  /// The error of the last write; `nil` if none failed or the reader closed the output.
  var failure: String? { state.withLock { $0.failure } }

  /// Writes a line or lets it wait; drops it once the output is closed.
  func write(_ line: [UInt8]) {
    state.withLock { state in
      guard !state.isClosed else { return }
      let isFirst = state.waiting.isEmpty && !state.isWriting
      if isFirst, !isTerminal, line.count <= Self.atomicBytes, isReady(timeout: 0) {
        if let code = send(line) { close(&state, code) }
        return
      }
      if state.waiting.count == limit { state.waiting.removeFirst() }
      state.waiting.append(line)
      arrival.yield()
    }
  }

  /// Writes waiting lines until the output is closed or the task is cancelled.
  func drain() async {
    for await _ in arrivals {
      // A line is taken only when it can be written, because a newer one may replace it until then.
      while isWaiting, !Task.isCancelled {
        guard isReady(timeout: 200), let line = take() else { continue }
        let code = send(line)
        state.withLock { state in
          state.isWriting = false
          if let code { close(&state, code) }
        }
      }
    }
  }

  private var isWaiting: Bool { state.withLock { !$0.isClosed && !$0.waiting.isEmpty } }

  private func take() -> [UInt8]? {
    state.withLock { state in
      guard !state.waiting.isEmpty else { return nil }
      state.isWriting = true
      return state.waiting.removeFirst()
    }
  }

  /// Writes a line and blocks until it is written; returns whether it succeeded.
  func put(_ line: [UInt8]) -> Bool {
    guard let code = send(line) else { return true }
    state.withLock { close(&$0, code) }
    return false
  }

  private func close(_ state: inout State, _ code: Int32) {
    state.isClosed = true
    if code != EPIPE { state.failure = unsafe String(cString: strerror(code)) }
    arrival.finish()
  }

  /// Whether some bytes can be written without blocking, or a write would fail, within a time, ms.
  private func isReady(timeout: CInt) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&request, 1, timeout) == 1
  }

  /// Writes a whole line; returns `errno` on failure.
  private func send(_ line: [UInt8]) -> Int32? {
    var rest = line[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
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
