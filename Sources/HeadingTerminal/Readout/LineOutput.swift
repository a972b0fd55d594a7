import Glibc
import Synchronization

/// Standard output for a writer that must not wait, such as a thread that reads a sensor.
///
/// A line goes out in the writer's own thread where the system takes it at once. Where it would not,
/// and on a terminal, where nothing says how much it takes, lines queue; of a queue that is full the
/// oldest go.
final class LineOutput: Sendable {
  private struct State {
    /// Lines in the queue, and the one that is being written from it.
    var queued = 0
    var isClosed = false
    var failure: String?
  }

  /// The most lines that queue.
  private static let capacity = 256

  /// POSIX: a pipe that is ready takes at least this without blocking (PIPE_BUF, limits.h).
  private static let atomicBytes = 4096

  private let isTerminal = isatty(STDOUT_FILENO) == 1
  private let state = Mutex(State())
  private let queue: AsyncStream<[UInt8]>
  private let queueEnd: AsyncStream<[UInt8]>.Continuation

  init() {
    (queue, queueEnd) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.capacity))
  }

  /// Why the output could not be written; `nil` if it could, or if its reader has gone.
  var failure: String? { state.withLock { $0.failure } }

  /// Writes a line, or queues it; after the reader has gone it goes nowhere.
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

  /// Writes what queues until the reader has gone or the task is cancelled.
  func drain() async {
    for await line in queue {
      let code = Self.write(line)
      state.withLock { state in
        state.queued -= 1
        if let code { close(&state, code) }
      }
    }
  }

  /// Writes a line, waiting as long as it takes; false if it cannot be.
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

  /// Whether a line can be written without waiting.
  private var isReady: Bool {
    guard !isTerminal else { return false }
    var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&request, 1, 0) == 1
  }

  /// Writes a whole line; the system's code if it cannot be.
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
