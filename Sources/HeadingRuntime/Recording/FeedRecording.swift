import HeadingRecording
import Synchronization

/// Recording of a running service, written continuously.
final class FeedRecording: Sendable {
  private struct State {
    /// `nil` once it is closed.
    var output: RecordingOutput?
    var hasBegun = false
    var failure: (any Error)?
  }

  private let state: Mutex<State>

  /// Seconds between two writes.
  private static let pause = 0.2

  /// Creates the file; an existing one is replaced.
  ///
  /// - Throws: The system's error.
  init(_ destination: RecordingDestination) throws {
    state = Mutex(State(output: try RecordingOutput(destination)))
  }

  /// Records until the task is cancelled.
  ///
  /// - Throws: The file cannot be written.
  func run(_ service: HeadingService) async throws {
    let stream = RecordingStream(of: service) { [self] in take($0) }
    stream.begin()
    while !Task.isCancelled, state.withLock({ $0.failure == nil }) {
      try? await Task.sleep(for: .seconds(Self.pause))
      stream.flush()
    }
    stream.end()
    try state.withLock { state in
      var output = state.output
      state.output = nil
      if let failure = state.failure { throw failure }
      try output?.end(Array(MCAPWriter.ending))
    }
  }

  private func take(_ piece: RecordingStream.Piece) {
    state.withLock { state in
      do {
        switch piece {
        case .beginning(let bytes):
          state.hasBegun = true
          try state.output?.write(bytes)
        case .rest(let bytes, isWhole: _):
          if state.hasBegun { try state.output?.write(bytes) }
        }
      } catch {
        state.failure = error
      }
    }
  }
}
