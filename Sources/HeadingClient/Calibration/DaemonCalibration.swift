import HeadingProtocol

/// A guided calibration of the daemon's magnetometer, see
/// ``HeadingClient/calibrate(target:heading:)``.
///
/// ```swift
/// let calibration = try await client.calibrate()
/// for try await progress in calibration.progress {
///   print(progress.next)
///   if progress.isComplete { break }
/// }
/// print(try await calibration.finish().headingError ?? .nan)
/// ```
///
/// The calibration ends with this value: one that is released before ``finish(force:)`` changes
/// nothing.
public final class DaemonCalibration: Sendable {
  /// The calibration that is in force after ``finish(force:)``.
  public struct Outcome: Sendable, Hashable {
    /// Hard iron, µT, body frame.
    public var hardIron: HeadingUpdate.Vector?

    /// Predicted error of the heading, level, degrees, 68 %.
    public var headingError: Double?

    /// Number of the revision under which the daemon has stored it.
    public var revision: Int?
  }

  /// The progress, about once a second; for one reader, a slow one gets the newest.
  public var progress: ProgressSequence { ProgressSequence(lines: lines) }

  private let connection: ClientConnection
  private let lines: CalibrationLines

  init(
    _ address: ServerAddress, security: ConnectionSecurity, _ request: CalibrationRequest
  ) async throws(HeadingClientError) {
    let connection: ClientConnection
    do {
      connection = try await ClientConnection.open(
        address, security: security, opening: .command(.startCalibration(request)),
        timeout: DaemonClient.answerTimeout)
    } catch {
      throw HeadingClientError(error, at: address)
    }
    let lines = CalibrationLines(address)
    (self.connection, self.lines) = (connection, lines)
    // The stream alone is kept: the connection must close with the last reference to this value.
    let received = connection.lines
    _ = try await answer {
      Task { await lines.read(received) }
    }
  }

  /// Stores the result and puts it into force.
  ///
  /// - Parameter force: Whether it replaces a stored calibration that claims a smaller error.
  /// - Returns: The calibration then in force.
  /// - Throws: ``HeadingClientError/notFollowed(_:command:reason:)`` if the result is not used; the
  ///   calibration goes on. Otherwise why the connection has ended.
  @discardableResult
  public func finish(force: Bool = false) async throws(HeadingClientError) -> Outcome {
    let answer = try await answer { connection.send(.finishCalibration(force: force)) }
    guard case .calibration(let message) = answer else { return Outcome() }
    var outcome = Outcome(headingError: message.headingError, revision: message.revision)
    if let values = message.hardIron { outcome.hardIron = HeadingUpdate.Vector(values) }
    return outcome
  }

  /// Ends the calibration; nothing is changed.
  ///
  /// - Throws: Why the connection has ended, and with it the calibration.
  public func cancel() async throws(HeadingClientError) {
    _ = try await answer { connection.send(.cancelCalibration) }
  }

  /// Waits for the answer to what a function sends.
  ///
  /// A cancelled wait ends the connection, and with it the calibration.
  private func answer(
    to send: () -> Void
  ) async throws(HeadingClientError) -> ServerLine {
    let connection = connection
    let answer = await withTaskCancellationHandler {
      await lines.answer(to: send)
    } onCancel: {
      connection.close()
    }
    return try answer.get()
  }
}
