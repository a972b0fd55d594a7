import HeadingProtocol
import Synchronization

/// The lines of a connection with a guided calibration: progress for its reader, answers for those
/// who wait for them.
final class CalibrationLines: Sendable {
  typealias Answer = Result<ServerLine, HeadingClientError>

  private struct State {
    var isStarted = false
    /// Those who wait, in the order of their commands.
    var waiting: [CheckedContinuation<Answer, Never>] = []
    /// Why there are no more answers; `nil` while there are.
    var end: HeadingClientError?
  }

  let address: ServerAddress
  let progress: AsyncThrowingStream<DaemonCalibration.Progress, any Error>
  private let output: AsyncThrowingStream<DaemonCalibration.Progress, any Error>.Continuation
  private let state = Mutex(State())

  init(_ address: ServerAddress) {
    self.address = address
    (progress, output) = AsyncThrowingStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Reads the lines to their end.
  func read(_ lines: AsyncThrowingStream<ServerLine, any Error>) async {
    do {
      for try await line in lines { take(line) }
      end(.connectionLost(address))
    } catch {
      end(HeadingClientError(error, at: address))
    }
  }

  /// Waits for the answer to what a function sends, or for the end of the connection.
  func answer(to send: () -> Void) async -> Answer {
    await withCheckedContinuation { continuation in
      let end = state.withLock { state in
        if state.end == nil { state.waiting.append(continuation) }
        return state.end
      }
      if let end { continuation.resume(returning: .failure(end)) } else { send() }
    }
  }

  private func take(_ line: ServerLine) {
    switch line {
    case .calibrationProgress(let message):
      output.yield(DaemonCalibration.Progress(message))
      let isFirst = state.withLock { state in
        defer { state.isStarted = true }
        return !state.isStarted
      }
      if isFirst { resume(.success(line)) }
    case .calibration:
      resume(.success(line))
      end(refusal(Command.Name.finishCalibration.rawValue, "the calibration has ended"), nil)
    case .failure(let failure):
      let refusal = refusal(PlainText.of(failure.command), PlainText.of(failure.reason))
      // The daemon ends what was started, at once or later.
      if failure.command == Command.Name.startCalibration.rawValue {
        end(refusal)
      } else {
        resume(.failure(refusal))
      }
    default: break
    }
  }

  private func refusal(_ command: String, _ reason: String) -> HeadingClientError {
    .notFollowed(address, command: command, reason: reason)
  }

  private func resume(_ answer: Answer) {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }?
      .resume(returning: answer)
  }

  private func end(_ error: HeadingClientError) { end(error, error) }

  /// Ends the answers with an error, and the progress with one or without.
  private func end(_ error: HeadingClientError, _ ofProgress: HeadingClientError?) {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.end = state.end ?? error
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: .failure(error)) }
    output.finish(throwing: ofProgress)
  }
}
